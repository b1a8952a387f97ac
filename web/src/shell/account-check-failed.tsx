import { m } from "@storyport/texts/messages";
import type { Failure } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";

interface AccountCheckFailedProps {
  failure: Failure;
  /** What could not be fetched. Usually the user. */
  title?: string;
  onRetry?: () => void;
}

/** Replaces a page whose account or first data could not be fetched. The button loads the page again by default. */
export function AccountCheckFailed({ failure, title, onRetry = () => location.reload() }: AccountCheckFailedProps) {
  return (
    <>
      <PageHeading>{m["errorPage.heading"]()}</PageHeading>
      <Notice tone="error" title={title ?? m["errors.failedToFetchUser"]()}>
        {failureText(failure)}
      </Notice>
      <Button onClick={onRetry}>{m["app.tryAgain"]()}</Button>
    </>
  );
}
