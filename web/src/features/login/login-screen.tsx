import { lazyRouteComponent, useRouteContext } from "@tanstack/react-router";
import { useEffect } from "react";
import { findGame, gamesOf } from "#/features/games/offered-games.ts";
import { keepLoginState } from "#/features/login-state/merge-login-state.ts";
import type { AccountPage, LoginPage, PublicGame } from "./load-login-page.ts";
import { failureOfCode } from "./login-failure.tsx";
import { LoginPanel } from "./login-panel.tsx";
import { loginStateOf } from "./login-search.ts";
import type { LoginSearch } from "./login-search.ts";

const LoggedInPanel = lazyRouteComponent(() => import("./logged-in-panel.tsx"), "LoggedInPanel");

/** To be awaited before the screen shows an account: most who come here are not logged in and need not load its panel. */
export async function preloadLoggedInPanel(): Promise<void> {
  await LoggedInPanel.preload?.();
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

  if (page.shows === "account") return <LoggedInPanel page={page} />;
  return <LoginPanel page={page} failure={search.error === undefined ? undefined : failureOfCode(search.error)} />;
}
