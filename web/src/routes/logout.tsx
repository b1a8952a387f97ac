import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { LogoutScreen } from "#/features/logout/logout-screen.tsx";
import { pageTitle } from "#/shell/page-title.ts";

/** Outside the guard: without a user it says so instead of asking for a login. */
export const Route = createFileRoute("/logout")({
  head: ({ match }) => pageTitle(match.context, m["logout.title"]()),
  component: Logout,
});

function Logout() {
  const { visitor } = Route.useRouteContext();
  return <LogoutScreen user={visitor.is === "known" ? visitor.user : undefined} />;
}
