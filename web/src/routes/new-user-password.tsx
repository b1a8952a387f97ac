import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { ActivateAccountScreen } from "#/features/passwords/activate-account-screen.tsx";
import { readLinkSearch } from "#/features/links/link-search.ts";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/new-user-password")({
  validateSearch: readLinkSearch,
  head: ({ match }) => pageTitle(match.context, m["passwords.activate"]()),
  component: NewUserPassword,
});

function NewUserPassword() {
  return <ActivateAccountScreen {...Route.useSearch()} />;
}
