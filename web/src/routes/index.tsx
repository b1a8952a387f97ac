import { createFileRoute, redirect } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { ApiError } from "#/api/api-error.ts";
import { LoggedInPanel } from "#/features/login/logged-in-panel.tsx";
import { loadAccountPage } from "#/features/login/load-login-page.ts";
import { AccountCheckFailed } from "#/shell/account-check-failed.tsx";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/")({
  beforeLoad: ({ context: { visitor } }) => {
    if (visitor.is === "nobody") throw redirect({ to: "/login" });
    if (visitor.is === "unclear") throw new ApiError(visitor.failure);
    return { user: visitor.user };
  },
  loader: ({ context }) => loadAccountPage(context, context.user),
  head: ({ match }) => pageTitle(match.context, m["login.welcome"]()),
  component: Home,
  errorComponent: AccountCheckFailed,
});

function Home() {
  return <LoggedInPanel page={Route.useLoaderData()} />;
}
