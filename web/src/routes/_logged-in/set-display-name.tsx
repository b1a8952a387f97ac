import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { SetDisplayNameScreen } from "#/features/accounts/set-display-name-screen.tsx";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/_logged-in/set-display-name")({
  head: ({ match }) => pageTitle(match.context, m["setDisplayName.title"]()),
  component: SetDisplayName,
});

function SetDisplayName() {
  return <SetDisplayNameScreen user={Route.useRouteContext().user} />;
}
