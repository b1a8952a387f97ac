import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { PostLoginScreen } from "#/features/login-state/post-login-screen.tsx";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/_logged-in/post-login")({
  head: ({ match }) => pageTitle(match.context, m["loginState.postLogin"]()),
  component: PostLogin,
});

function PostLogin() {
  return <PostLoginScreen user={Route.useRouteContext().user} />;
}
