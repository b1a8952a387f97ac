/** Requests of OpenID clients at /game-login, as their pages send them. */
import * as jose from "jose";
import { expect } from "vitest";
import { consentToGameLogin } from "@storyport/contract/game-login";
import { tokenAnswer } from "@storyport/contract/tokens";
import { publicUrl } from "./build-app.ts";
import type { TestPortal } from "./build-app.ts";
import { webCallback } from "./builders.ts";
import type { Browser } from "./browser.ts";
import { aPkcePair, postToken } from "./oauth-client.ts";

/** A request of the game, under the standard names (`query`), and the same as the page sends it to the API. `parts` change `query` alone. */
export function aRequest(game: { id: number }, parts: Record<string, string> = {}) {
  const pair = aPkcePair();
  const known = { client_id: String(game.id), redirect_uri: webCallback, state: "s", nonce: "n", scope: "openid" };
  const query = { ...known, code_challenge: pair.challenge, ...parts };
  const body = { gameId: game.id, state: "s", clientCode: pair.challenge, deeplink: webCallback, openidScope: "openid", nonce: "n" };
  return { pair, query, body };
}

/** Navigates from the game's own page, and returns the parameters of the callback, if the portal answers there at once. */
export async function navigate(
  browser: Browser,
  query: Record<string, string> | [name: string, value: string][],
  headers: Record<string, string> = { "sec-fetch-site": "cross-site", referer: `${new URL(webCallback).origin}/` },
): Promise<Record<string, string> | undefined> {
  const answer = await browser.send({ method: "GET", url: `/game-login?${new URLSearchParams(query)}`, headers });
  const location = new URL(answer.headers.location ?? "/", publicUrl);
  if (!location.href.startsWith(`${webCallback}?`)) return undefined;
  expect(answer.status).toBe(303);
  expect(answer.headers["cache-control"]).toBe("no-store");
  return Object.fromEntries(location.searchParams);
}

/** Returns what the contract's answer `is`, or the code of the refusal. */
export async function consent(browser: Browser, body: Record<string, unknown>): Promise<string> {
  const answer = await browser.call(consentToGameLogin, { body });
  return answer.status === 200 ? consentToGameLogin.response.parse(answer.body).is : String(Reflect.get(Object(answer.body), "code"));
}

/** The claims of the ID token that a code gets. */
export const redeemAt =
  (portal: () => TestPortal) =>
  async (game: { id: number }, code: string, verifier: string): Promise<jose.JWTPayload> => {
    const form = { grant_type: "authorization_code", client_id: String(game.id), code, redirect_uri: webCallback, code_verifier: verifier };
    const answer = tokenAnswer.parse((await postToken(portal(), form)).body);
    return jose.decodeJwt(answer.id_token ?? "");
  };

/** The parameters of the callback for an error. */
export const failing = (error: string) => ({ error, state: "s", iss: publicUrl });
