import { checkDeletionCode } from "@storyport/contract/accounts";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { DeleteUserScreen } from "#/features/accounts/delete-user-screen.tsx";
import { readLinkPageSearch, readLinkSearch } from "#/features/links/link-search.ts";
import { loadLinkPage } from "#/features/links/load-link-page.ts";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/delete-user")({
  validateSearch: readLinkPageSearch,
  loaderDeps: ({ search }) => readLinkSearch({ ...search }),
  loader: ({ context, deps }) => loadLinkPage(context, deps, (params) => context.call(checkDeletionCode, { params })),
  head: ({ match }) => pageTitle(match.context, m["account.deleteUser"](), { isError: match.search.error !== undefined }),
  component: DeleteUser,
});

function DeleteUser() {
  const { code, gameId, ...search } = Route.useSearch();
  return <DeleteUserScreen {...Route.useLoaderData()} code={code} gameId={gameId} search={search} />;
}
