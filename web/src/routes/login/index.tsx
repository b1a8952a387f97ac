import { createFileRoute } from "@tanstack/react-router";
import { m } from "@storyport/texts/messages";
import { loadLoginPage } from "#/features/login/load-login-page.ts";
import { LoginScreen, preloadParts } from "#/features/login/login-screen.tsx";
import { loginStateOf, readLoginSearch } from "#/features/login/login-search.ts";
import { keepLoginState } from "#/features/login-state/merge-login-state.ts";
import { pageTitle } from "#/shell/page-title.ts";

export const Route = createFileRoute("/login/")({
  // The page most visits begin with: it comes with the first script instead of after it.
  codeSplitGroupings: [],
  validateSearch: readLoginSearch,
  // The router keeps what validateSearch drops, so the address is read once more.
  loaderDeps: ({ search }) => readLoginSearch(search),
  loader: async ({ context, deps }) => {
    keepLoginState(context.loginState, loginStateOf(deps));
    const page = await loadLoginPage(context);
    await preloadParts(page, deps);
    return page;
  },
  head: ({ match }) =>
    pageTitle(match.context, m["login.heading"]({ productName: match.context.settings.productName }), {
      isError: match.search.error !== undefined,
    }),
  component: Login,
});

function Login() {
  return <LoginScreen page={Route.useLoaderData()} search={readLoginSearch(Route.useSearch())} />;
}
