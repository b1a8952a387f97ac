import { m } from "@storyport/texts/messages";
import { useRouter } from "@tanstack/react-router";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { ApiError } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { ErrorPage } from "./error-page.tsx";

/** The guard's error view: it is not known whether the account may pass, so nothing is shown but a way to ask again. */
export function AccountCheckFailed(props: ErrorComponentProps) {
  const { visitor } = useRouter().state.matches[0]?.context ?? {};
  const router = useRouter();
  const failure = props.error instanceof ApiError ? props.error.failure : visitor?.is === "unclear" ? visitor.failure : undefined;
  if (failure === undefined) return <ErrorPage {...props} />;
  const handleRetry = () => {
    props.reset();
    void router.invalidate();
  };
  return (
    <>
      <PageHeading>{m["errorPage.heading"]()}</PageHeading>
      <Notice tone="error" title={m["errors.failedToFetchUser"]()}>
        {failureText(failure)}
      </Notice>
      <Button onClick={handleRetry}>{m["app.tryAgain"]()}</Button>
    </>
  );
}
