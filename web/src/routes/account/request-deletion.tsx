import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { RequestDeletionScreen } from "#/features/accounts/request-deletion-screen.tsx";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/account/request-deletion")({
  head: ({ match }) => pageTitle(match.context, m["account.requestTitle"]()),
  component: RequestDeletionScreen,
});
