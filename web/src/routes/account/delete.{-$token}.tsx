import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { ConfirmDeletionScreen } from "#/features/accounts/confirm-deletion-screen.tsx";
import { readLinkSearch } from "#/features/links/link-search.ts";
import { pageTitle } from "#/shell/page-title.ts";

/** The token is gone from the address once it is read, so the page also answers without one. */
export const Route = createFileRoute("/account/delete/{-$token}")({
  head: ({ match }) => pageTitle(match.context, m["account.confirmTitle"]()),
  component: ConfirmDeletion,
});

function ConfirmDeletion() {
  return <ConfirmDeletionScreen code={readLinkSearch({ code: Route.useParams().token }).code} />;
}
