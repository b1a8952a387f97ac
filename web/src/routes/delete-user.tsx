import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { DeleteUserScreen } from "#/features/accounts/delete-user-screen.tsx";
import { readLinkSearch } from "#/features/links/link-search.ts";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/delete-user")({
  validateSearch: readLinkSearch,
  head: ({ match }) => pageTitle(match.context, m["account.deleteUser"]()),
  component: DeleteUser,
});

function DeleteUser() {
  return <DeleteUserScreen {...Route.useSearch()} />;
}
