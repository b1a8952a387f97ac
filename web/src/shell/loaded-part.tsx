import { m } from "@storyport/texts/messages";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ApiError } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Row } from "#/ui/stack.tsx";
import { PagePending } from "./page-pending.tsx";

export interface LoadedPartProps<Answer> {
  query: UseQueryResult<Answer, ApiError>;
  /** The failure's text, such as "Failed to load groups". */
  failed: string;
  children: (answer: Answer) => ReactNode;
}

/** A part of a page that loads its own data: shows a skeleton, and a retry button after a failure. Data stays after a failed refetch. */
export function LoadedPart<Answer>({ query, failed, children }: LoadedPartProps<Answer>) {
  const { data, error, refetch, isFetching } = query;
  if (data !== undefined) return children(data);
  if (error === null) return <PagePending />;
  return (
    <Notice tone="error" title={failed}>
      <p>{failureText(error.failure)}</p>
      <Row>
        <Button variant="secondary" size="small" pending={isFetching} pendingText={m["app.waiting"]()} onClick={() => void refetch()}>
          {m["app.tryAgain"]()}
        </Button>
      </Row>
    </Notice>
  );
}
