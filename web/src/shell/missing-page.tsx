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

/** Treats a malformed id like a missing thing, so that both show "not found". */
export function isAbsent({ failure }: ApiError): boolean {
  return failure.status === 404 || failure.status === 400;
}
