import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { pageTitle } from "#/shell/page-title.ts";
import { StartOver } from "#/shell/start-over.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";

export const Route = createFileRoute("/no-permission")({
  head: ({ match }) => pageTitle(match.context, m["noPermission.text"]()),
  component: NoPermission,
});

function NoPermission() {
  return (
    <>
      <PageHeading>{m["noPermission.text"]()}</PageHeading>
      <StartOver />
    </>
  );
}
