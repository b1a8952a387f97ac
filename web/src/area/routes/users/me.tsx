import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { ProfileScreen } from "#/features/accounts/profile-screen.tsx";
import { readConnectResult } from "#/features/federated-login/connect-result.ts";

export const Route = createFileRoute("/users/me")({
  validateSearch: readConnectResult,
  staticData: { title: () => m["profile.title"]() },
  component: Profile,
});

function Profile() {
  return <ProfileScreen user={Route.useRouteContext().user} result={readConnectResult(Route.useSearch())} />;
}
