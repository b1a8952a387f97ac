import type { ReactNode } from "react";
import { m } from "@storyport/texts/messages";
import type { ApiError } from "#/api/api-error.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { FailureNotice } from "./failure-notice.tsx";

interface MissingThingProps {
  heading: string;
  /** Null while it is awaited. */
  error: ApiError | null;
  text: (error: ApiError) => string;
  onRetry: () => void;
  /** The way back. */
  children: ReactNode;
}

/** Instead of a page about one thing, while it is on its way or when it is not to be had. */
export function MissingThing({ heading, error, text, onRetry, children }: MissingThingProps) {
  return (
    <>
      <PageHeading>{heading}</PageHeading>
      {error === null ? (
        <Pending>{m["app.waiting"]()}</Pending>
      ) : (
        <FailureNotice failure={error.failure} {...(!isAbsent(error) && { onRetry })}>
          {text(error)}
        </FailureNotice>
      )}
      {children}
    </>
  );
}

/** Not there, or not one's own; an id that is none is the same to who follows a link. */
export function isAbsent({ failure }: ApiError): boolean {
  return failure.status === 404 || failure.status === 400;
}
