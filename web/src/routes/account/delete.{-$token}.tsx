import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { ConfirmDeletionScreen } from "#/features/accounts/confirm-deletion-screen.tsx";
import { readAttempt } from "#/features/links/form-return.ts";
import { readFormSearch } from "#/features/links/form-search.ts";
import { readLinkSearch } from "#/features/links/link-search.ts";
import { pageTitle } from "#/shell/page-title.ts";

/** The token is gone from the address once it is read, so the page also answers without one. */
export const Route = createFileRoute("/account/delete/{-$token}")({
  validateSearch: readFormSearch,
  loader: ({ context }) => readAttempt(context.cookies),
  head: ({ match }) => pageTitle(match.context, m["account.confirmTitle"](), { isError: match.search.error !== undefined }),
  component: ConfirmDeletion,
});

function ConfirmDeletion() {
  const { code } = readLinkSearch({ code: Route.useParams().token });
  return <ConfirmDeletionScreen code={code} search={readFormSearch(Route.useSearch())} attempt={Route.useLoaderData()} />;
}
