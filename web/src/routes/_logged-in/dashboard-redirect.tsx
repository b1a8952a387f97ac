import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { readDashboardSearch } from "#/features/dashboard-login/dashboard-request.ts";
import { DashboardRedirectScreen } from "#/features/dashboard-login/dashboard-redirect-screen.tsx";
import { leaveForDashboard } from "#/features/dashboard-login/leave-for-dashboard.ts";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/_logged-in/dashboard-redirect")({
  ssr: false,
  validateSearch: readDashboardSearch,
  // The router keeps what validateSearch drops, so the address is read once more.
  loaderDeps: ({ search }) => readDashboardSearch(search),
  loader: ({ context, deps }) => leaveForDashboard(context, deps),
  head: ({ match }) => pageTitle(match.context, m["dashboardLogin.title"]()),
  component: DashboardRedirect,
});

function DashboardRedirect() {
  return <DashboardRedirectScreen question={Route.useLoaderData()} user={Route.useRouteContext().user} />;
}
