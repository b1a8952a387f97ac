import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { ProfileScreen } from "#/features/accounts/profile-screen.tsx";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/_logged-in/users/me")({
  staticData: { frame: "plain" },
  head: ({ match }) => pageTitle(match.context, m["profile.title"]()),
  component: Profile,
});

function Profile() {
  return <ProfileScreen user={Route.useRouteContext().user} />;
}
