import { checkActivationCode } from "@storyport/contract/passwords";
import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { ActivateAccountScreen } from "#/features/passwords/activate-account-screen.tsx";
import { readLinkPageSearch, readLinkSearch } from "#/features/links/link-search.ts";
import { loadLinkPage } from "#/features/links/load-link-page.ts";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/new-user-password")({
  validateSearch: readLinkPageSearch,
  loaderDeps: ({ search }) => readLinkSearch({ ...search }),
  loader: ({ context, deps }) => loadLinkPage(context, deps, (params) => context.call(checkActivationCode, { params })),
  head: ({ match }) => pageTitle(match.context, m["passwords.activate"](), { isError: match.search.error !== undefined }),
  component: NewUserPassword,
});

function NewUserPassword() {
  const { code, gameId, ...search } = Route.useSearch();
  return <ActivateAccountScreen {...Route.useLoaderData()} code={code} gameId={gameId} search={search} />;
}
