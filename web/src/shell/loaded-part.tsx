import { m } from "@storyport/texts/messages";
import type { UseQueryResult } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import type { ReactNode } from "react";
import { isNotLoggedIn } from "#/api/api-error.ts";
import type { ApiError } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PagePending } from "./page-pending.tsx";
import { usePortal } from "./portal.ts";

export interface LoadedPartProps<Answer> {
  query: UseQueryResult<Answer, ApiError>;
  /** The failure's text, such as "Failed to load groups". */
  failed: string;
  children: (answer: Answer) => ReactNode;
}

/** A part of a page that loads its own data: shows a skeleton, and a retry button after a failure. */
export function LoadedPart<Answer>({ query, failed, children }: LoadedPartProps<Answer>) {
  const { data, error, refetch, isFetching } = query;
  useLoginWhenEnded(error);
  if (data !== undefined) return children(data);
  if (error === null) return <PagePending />;
  return (
    <>
      <Notice tone="error" title={failed}>
        {failureText(error.failure)}
      </Notice>
      <Button variant="secondary" pending={isFetching} pendingText={m["app.waiting"]()} onClick={() => void refetch()}>
        {m["app.tryAgain"]()}
      </Button>
    </>
  );
}

/** If the session has ended, the guard leads to the login. */
function useLoginWhenEnded(error: ApiError | null): void {
  const { fresh } = usePortal();
  const router = useRouter();
  const isEnded = isNotLoggedIn(error);
  useEffect(() => {
    if (!isEnded) return;
    fresh.forget();
    void router.invalidate();
  }, [isEnded, fresh, router]);
}
