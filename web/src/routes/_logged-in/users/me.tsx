import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { ProfileScreen } from "#/features/accounts/profile-screen.tsx";
import { readConnectResult } from "#/features/federated-login/connect-result.ts";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/_logged-in/users/me")({
  staticData: { frame: "plain" },
  validateSearch: readConnectResult,
  head: ({ match }) => pageTitle(match.context, m["profile.title"](), { isError: match.search.error !== undefined }),
  component: Profile,
});

function Profile() {
  return <ProfileScreen user={Route.useRouteContext().user} result={readConnectResult(Route.useSearch())} />;
}
