import type { logOutByGame as endpoint } from "@storyport/contract/login";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { sessionDigest } from "#/features/sessions/session-digest.ts";
import { endGameLogin } from "#/features/tokens/end-session-grants.ts";
import { findSessionOwner } from "#/features/sessions/end-session.ts";
import { readIdTokenHint } from "#/features/tokens/read-id-token-hint.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { logOut } from "./log-out.ts";

export interface LogoutByGame {
  /** Where to send the browser. */
  location: string;
  hasLoggedOut: boolean;
}

/**
 * Logs out at a game's request (OpenID Connect RP-Initiated Logout). An ID token of this browser's user proves that the game means this
 * user. Then the portal's session and the game's login end. The browser goes to the wanted address if it is registered, otherwise to "/".
 * The same happens if the portal's session has ended before. Without that proof the portal's own page asks, because any page could send the
 * browser here. Feide's users go to Feide, whose session would stay otherwise.
 */
export async function logOutByGame(
  context: AppContext,
  caller: Caller,
  { query, sessionSecret }: { query: z.output<typeof endpoint.query>; sessionSecret: string | undefined },
): Promise<LogoutByGame> {
  const { id_token_hint: hint, client_id: clientId, post_logout_redirect_uri: wanted, state } = query;
  const login = hint === undefined ? undefined : await readIdTokenHint(context, { hint, clientId });
  if (login === undefined) return { location: "/logout", hasLoggedOut: false };
  const owner = sessionSecret === undefined ? undefined : await findSessionOwner(context.database, sessionDigest(sessionSecret));
  if (owner !== undefined && owner !== login.account_id) return { location: "/logout", hasLoggedOut: false };
  await endGameLogin(context, caller, login);
  const { logoutRedirect } = await logOut(context, caller, sessionSecret);
  const next = wanted !== undefined && login.post_logout_urls.includes(wanted) ? withState(wanted, state) : "/";
  return { location: logoutRedirect ?? next, hasLoggedOut: true };
}

function withState(address: string, state: string | undefined): string {
  const url = new URL(address);
  if (state !== undefined) url.searchParams.set("state", state);
  return url.href;
}
