import { createFileRoute } from "@tanstack/react-router";
import { checkLogin } from "@storyport/contract/login-checks";
import { m } from "@storyport/texts/messages";
import { checkPermission } from "#/area/check-permission.ts";
import { NoAccess } from "#/area/no-access.tsx";
import { prefetch } from "#/area/prefetch.ts";
import { LoginCheckScreen } from "#/features/login-checks/login-check-screen.tsx";
import { loginCheckOf, readLoginCheckSearch } from "#/features/login-checks/login-check-search.ts";

export const Route = createFileRoute("/_sections/login-checks/$userId")({
  validateSearch: readLoginCheckSearch,
  beforeLoad: (match) => checkPermission(match, "manage_players"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => prefetch(context, checkLogin, loginCheckOf(params.userId, deps)),
  staticData: { title: () => m["loginChecks.title"]() },
  component: LoginCheckPage,
});

function LoginCheckPage() {
  const { userId } = Route.useParams();
  const search = Route.useSearch();
  if (!Route.useRouteContext().isAllowed) return <NoAccess reason={m["area.noPlayerPermission"]()} />;
  return <LoginCheckScreen key={userId} userId={userId} search={search} />;
}
