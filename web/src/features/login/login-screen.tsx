import type { Provider } from "@storyport/contract/vocabulary";
import { lazyRouteComponent, useRouteContext } from "@tanstack/react-router";
import { useEffect } from "react";
import { failureOfCode } from "#/api/failure-of-code.ts";
import { isProvider } from "#/features/federated-login/provider-login.ts";
import { findGame, gamesOf } from "#/features/games/offered-games.ts";
import { keepLoginState } from "#/features/login-state/merge-login-state.ts";
import type { AccountPage, LoginPage, PublicGame } from "./load-login-page.ts";
import { LoginPanel } from "./login-panel.tsx";
import { loginStateOf } from "./login-search.ts";
import type { LoginSearch } from "./login-search.ts";

const LoggedInPanel = lazyRouteComponent(() => import("./logged-in-panel.tsx"), "LoggedInPanel");
const ProviderFailure = lazyRouteComponent(() => import("#/features/federated-login/provider-failure.tsx"), "ProviderFailure");
const UnknownPersonPanel = lazyRouteComponent(() => import("#/features/federated-login/unknown-person-panel.tsx"), "UnknownPersonPanel");

/** To be awaited before the screen shows: most who come here are not logged in, nor come from a provider, and need not load these parts. */
export async function preloadParts(page: AccountPage | LoginPage, search: LoginSearch): Promise<void> {
  const failure = providerFailure(search);
  if (page.shows === "account") await LoggedInPanel.preload?.();
  if (failure === undefined) return;
  await (isUnknownPerson(page, failure) ? UnknownPersonPanel : ProviderFailure).preload?.();
}

/** The logged-in panel where the account is known, else the login panel (specification, section 2, /login/). */
export function LoginScreen({ page, search }: { page: AccountPage | LoginPage; search: LoginSearch }) {
  const { loginState, currentChoice } = useRouteContext({ from: "__root__" });
  // The server kept the request in the cookie, which all tabs share; this tab needs a copy of its own.
  useEffect(() => {
    keepLoginState(loginState, loginStateOf(search));
    const games = page.shows === "login" ? page.games : gamesOf(page.organizations);
    const game = findGame<PublicGame>(games, search.gameId);
    if (game !== undefined) currentChoice.chooseGame(game);
  }, [loginState, currentChoice, page, search]);

  const failed = providerFailure(search);
  if (failed !== undefined && isUnknownPerson(page, failed)) return <UnknownPersonPanel provider={failed.provider} />;
  const notice = failed && <ProviderFailure {...failed} isLoggedIn={page.shows === "account"} />;
  if (page.shows === "account") return <LoggedInPanel page={page} notice={notice} />;
  const failure = search.error === undefined || failed !== undefined ? undefined : failureOfCode(search.error);
  return <LoginPanel page={page} failure={failure} notice={notice} />;
}

interface FailedAtProvider {
  provider: Provider;
  code: string;
}

function providerFailure({ error, loginType }: LoginSearch): FailedAtProvider | undefined {
  return error !== undefined && isProvider(loginType) ? { provider: loginType, code: error } : undefined;
}

function isUnknownPerson(page: AccountPage | LoginPage, failed: FailedAtProvider): boolean {
  return page.shows === "login" && failed.code === "errors.identityUnknown";
}
