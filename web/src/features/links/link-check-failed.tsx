import { m } from "@storyport/texts/messages";
import type { Failure } from "#/api/api-error.ts";
import { Button } from "#/ui/button.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { LinkFailure } from "./link-failure.tsx";

/** The link may well be good: it could not be asked about. */
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
