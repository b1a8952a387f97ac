import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { readLinkSearch } from "#/features/links/link-search.ts";
import { pageTitle } from "#/shell/page-title.ts";
import { StartOver } from "#/shell/start-over.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";

/** A placeholder in the specification, and here. */
export const Route = createFileRoute("/delete-player")({
  validateSearch: readLinkSearch,
  head: ({ match }) => pageTitle(match.context, m["account.deletePlayer"]()),
  component: DeletePlayer,
});

function DeletePlayer() {
  const { supportEmail } = Route.useRouteContext().settings;
  return (
    <>
      <PageHeading intro={m["account.deletePlayerText"]({ email: supportEmail })}>{m["account.deletePlayer"]()}</PageHeading>
      <StartOver />
    </>
  );
}
