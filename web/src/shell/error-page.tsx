import { m } from "@storyport/texts/messages";
import { useRouter } from "@tanstack/react-router";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { Button } from "#/ui/button.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { SomethingWentWrong } from "./something-went-wrong.tsx";

/** What stands in place of a page that failed. Inside the frame; `RootErrorPage` stands where the frame itself failed. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const handleRetry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <>
      <PageHeading intro={m["errorPage.message"]()}>{m["errorPage.heading"]()}</PageHeading>
      <SomethingWentWrong error={error} />
      <Button onClick={handleRetry}>{m["app.tryAgain"]()}</Button>
    </>
  );
}
