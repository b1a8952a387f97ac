import { m } from "@storyport/texts/messages";
import { Button } from "#/ui/button.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { SomethingWentWrong } from "./something-went-wrong.tsx";

/** The page shown after an error. */
export function ErrorPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <>
      <PageHeading intro={m["errorPage.message"]()}>{m["errorPage.heading"]()}</PageHeading>
      <SomethingWentWrong error={error} />
      <Button onClick={onRetry}>{m["app.tryAgain"]()}</Button>
    </>
  );
}
