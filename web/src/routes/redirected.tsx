import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { pageTitle } from "#/shell/page-title.ts";
import { StartOver } from "#/shell/start-over.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";

export const Route = createFileRoute("/redirected")({
  head: ({ match }) => pageTitle(match.context, m["redirected.text"]()),
  component: Redirected,
});

function Redirected() {
  return (
    <>
      <PageHeading>{m["redirected.text"]()}</PageHeading>
      <StartOver />
    </>
  );
}
