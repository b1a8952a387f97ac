/** A child's way into a game over HTTP: the badge, the consent, the hand-over, the game's tokens and their renewal. */
import { createHash, randomBytes } from "node:crypto";
import * as z from "zod/mini";

/** A game of the demo that takes badges, and one of its callbacks (server/seed). */
const gameId = 4;
const deeplink = "http://127.0.0.1/callback";
/** Proves a page of our own, as the web does. */
export const own = { "x-storyport": "1", "content-type": "application/json" };

const given = z.object({ consent: z.string() });
const handedOver = z.object({ deeplinkUrl: z.string() });
const issued = z.object({ refresh_token: z.string() });

/** Logs a child in by badge. Returns the session's cookie. */
export async function scan(api: string, code: string): Promise<string> {
  const answer = await fetch(`${api}/qr/login?code=${code}`, { headers: own });
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("session="));
  await answer.arrayBuffer();
  if (answer.status !== 200 || cookie === undefined) throw new Error(`a badge was answered ${answer.status}`);
  return cookie.split(";")[0] ?? "";
}

/** Hands the child over to the game, which redeems its code. Returns the refresh token. */
export async function playOn(api: string, cookie: string): Promise<string> {
  const verifier = randomBytes(32).toString("base64url");
  const request = { gameId, state: "s", clientCode: createHash("sha256").update(verifier).digest("base64url"), deeplink };
  const headers = { ...own, cookie };
  const asked = await fetch(`${api}/token/game/consent`, {
    method: "POST",
    headers,
    body: JSON.stringify({ ...request, isConfirmed: true }),
  });
  const { consent } = given.parse(await readJson(asked, "consent"));
  const query = new URLSearchParams({ ...request, gameId: String(gameId), consent });
  const { deeplinkUrl } = handedOver.parse(await readJson(await fetch(`${api}/token/game/callback?${query}`, { headers }), "hand-over"));
  const code = new URL(deeplinkUrl).searchParams.get("code") ?? "";
  const form = { grant_type: "authorization_code", client_id: String(gameId), code, redirect_uri: deeplink, code_verifier: verifier };
  const tokens = await fetch(`${api}/token`, { method: "POST", body: new URLSearchParams(form) });
  return issued.parse(await readJson(tokens, "token")).refresh_token;
}

/** Renews a game's tokens. Returns the next refresh token. */
export async function renew(api: string, refreshToken: string): Promise<string> {
  const form = { grant_type: "refresh_token", client_id: String(gameId), refresh_token: refreshToken };
  const tokens = await fetch(`${api}/token`, { method: "POST", body: new URLSearchParams(form) });
  return issued.parse(await readJson(tokens, "renewal")).refresh_token;
}

async function readJson(answer: Response, step: string): Promise<unknown> {
  const body: unknown = await answer.json();
  if (answer.status !== 200) throw new Error(`${step} was answered ${answer.status} ${JSON.stringify(body)}`);
  return body;
}
