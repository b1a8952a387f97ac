import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { loadProviderPage } from "#/features/federated-login/load-provider-page.ts";
import { providerNames } from "#/features/federated-login/provider-login.ts";
import { ProviderScreen } from "#/features/federated-login/provider-screen.tsx";
import { loginStateOf, readLoginSearch } from "#/features/login/login-search.ts";
import { AccountCheckFailed } from "#/shell/account-check-failed.tsx";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/login/google")({
  validateSearch: readLoginSearch,
  loaderDeps: ({ search }) => loginStateOf(readLoginSearch(search)),
  loader: ({ context, deps }) => loadProviderPage(context, "GOOGLE", deps),
  head: ({ match }) => pageTitle(match.context, m["federatedLogin.title"]({ provider: providerNames.GOOGLE })),
  component: GoogleLogin,
  errorComponent: AccountCheckFailed,
});

function GoogleLogin() {
  return <ProviderScreen provider="GOOGLE" page={Route.useLoaderData()} given={Route.useLoaderDeps()} />;
}
