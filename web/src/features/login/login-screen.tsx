import { useEffect, useEffectEvent } from "react";
import { failureOfCode } from "#/api/failure-of-code.ts";
import { findGame } from "#/features/games/offered-games.ts";
import { keepLoginState } from "#/features/login-state/merge-login-state.ts";
import { usePortal } from "#/shell/portal.ts";
import type { LoginPage, PublicGame } from "./load-login-page.ts";
import { LoginPanel } from "./login-panel.tsx";
import { crossSite, OnlyFromHere } from "./only-from-here.tsx";
import { loginStateOf } from "./login-search.ts";
import type { LoginSearch } from "./login-search.ts";

/** All ways to log in (specification, section 2, /login/). */
export function LoginScreen({ page, search }: { page: LoginPage; search: LoginSearch }) {
  useLoginRequest(search, page.games);
  if (search.error === crossSite) return <LoginPanel page={page} failure={undefined} notice={<OnlyFromHere />} />;
  return <LoginPanel page={page} failure={search.error === undefined ? undefined : failureOfCode(search.error)} />;
}

/** The server stored the request in the cookie, which all tabs share. This tab makes its own copy, and chooses the game of the address. */
export function useLoginRequest(search: LoginSearch, games: readonly PublicGame[]): void {
  const { loginState, currentChoice } = usePortal();
  const keepRequest = useEffectEvent(() => {
    keepLoginState(loginState, loginStateOf(search));
    const game = findGame(games, search.gameId);
    if (game !== undefined) currentChoice.chooseGame(game);
  });
  // Once, when the page opens: a later choice of the user must stay.
  useEffect(() => keepRequest(), []);
}
