import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { RequestDeletionScreen } from "#/features/accounts/request-deletion-screen.tsx";
import { readAttempt } from "#/features/links/form-return.ts";
import { readFormSearch } from "#/features/links/form-search.ts";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/account/request-deletion")({
  validateSearch: readFormSearch,
  loader: ({ context }) => readAttempt(context.cookies),
  head: ({ match }) => pageTitle(match.context, m["account.requestTitle"](), { isError: match.search.error !== undefined }),
  component: RequestDeletion,
});

function RequestDeletion() {
  return <RequestDeletionScreen search={readFormSearch(Route.useSearch())} attempt={Route.useLoaderData()} />;
}
