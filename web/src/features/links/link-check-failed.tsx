import { m } from "@storyport/texts/messages";
import type { Failure } from "#/api/api-error.ts";
import { Button } from "#/ui/button.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { LinkFailure } from "./link-failure.tsx";

/** The check could not be made, so the link may still be valid. */
export function LinkCheckFailed({ heading, failure, onRetry }: { heading: string; failure: Failure; onRetry: () => void }) {
  return (
    <>
      <PageHeading>{heading}</PageHeading>
      <LinkFailure failure={failure} />
      <Button size="large" onClick={onRetry}>
        {m["links.tryAgain"]()}
      </Button>
    </>
  );
}
