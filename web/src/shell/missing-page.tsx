import { useLayoutEffect } from "react";
import type { ReactNode } from "react";
import { m } from "@storyport/texts/messages";
import type { ApiError } from "#/api/api-error.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { FailureNotice } from "./failure-notice.tsx";

interface MissingPageProps {
  heading: string;
  /** Null while loading. */
  error: ApiError | null;
  text: (error: ApiError) => string;
  onRetry: () => void;
  /** A link back. */
  children: ReactNode;
}

/** Replaces the page of a thing while it loads or if it cannot be shown. */
export function MissingPage({ heading, error, text, onRetry, children }: MissingPageProps) {
  useHandOverFocus();
  return (
    <>
      <PageHeading>{heading}</PageHeading>
      {error === null ? (
        <Pending>{m["app.waiting"]()}</Pending>
      ) : (
        <FailureNotice {...(!isAbsent(error) && { onRetry })}>{text(error)}</FailureNotice>
      )}
      {children}
    </>
  );
}

/** After a change of page the focus may be on this heading. Then the heading that replaces it gets the focus, so that it is read out. */
function useHandOverFocus(): void {
  useLayoutEffect(
    () => () => {
      // This runs before the heading is taken away. The new heading is there once React is done.
      if (document.activeElement?.matches("main h1") !== true) return;
      queueMicrotask(() => document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true }));
    },
    [],
  );
}

/** Treats a malformed id like a missing thing, so that both show "not found". */
export function isAbsent({ failure }: ApiError): boolean {
  return failure.status === 404 || failure.status === 400;
}
