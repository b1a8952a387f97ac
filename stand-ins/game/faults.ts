/**
 * What the game can do wrong on purpose, to prove that a conformance run names it. An integrator's program does such things by mistake. The
 * place that does it wrong names the fault; most are in `portal.ts`.
 */
export const gameFaults = [
  "ignores-state",
  "plain-challenge",
  "other-callback",
  "redeems-twice",
  "keeps-refresh-token",
  "ignores-revocation",
  "ignores-expiry",
  "keeps-keys",
  "hammers",
  "ignores-issuer",
  "breaks-when-refused",
  "skips-signature",
  "strict-clock",
  "reads-no-rights",
  "reads-first-page",
  "forgets-logout",
] as const;
export type GameFault = (typeof gameFaults)[number];

export function findFault(name: string | undefined): GameFault | undefined {
  return gameFaults.find((fault) => fault === name);
}

/** `hammers`, `ignores-revocation`: sends a refused request again at once, three times. */
export async function askAgain(ask: () => Promise<Response>): Promise<Response> {
  let response = await ask();
  for (let turn = 0; turn < 3 && !response.ok; turn += 1) response = await ask();
  return response;
}

/** The text of each portal's JWKS, by the portal's address. */
const keptKeys = new Map<string, string>();

/** `keeps-keys`: fetches each portal's keys once, and never again. */
export function staleKeys(portalUrl: string): (url: string) => Promise<Response> {
  return async (url) => {
    const keys = keptKeys.get(portalUrl) ?? (await (await fetch(url)).text());
    keptKeys.set(portalUrl, keys);
    return new Response(keys, { headers: { "content-type": "application/json" } });
  };
}

/** `skips-signature`: believes a token without its signature. The end and the audience are still checked. */
export function readUnverified(accessToken: string, audience: string): Record<string, unknown> {
  const claims: Record<string, unknown> = JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString());
  if (claims["aud"] !== audience || Number(claims["exp"]) * 1000 < Date.now()) throw new Error("The token is not for this game.");
  return claims;
}

/** `strict-clock`: refuses a token from a clock that is a moment ahead. */
export function refuseFuture(claims: Readonly<Record<string, unknown>>): void {
  if (Number(claims["iat"]) * 1000 > Date.now() + 1000) throw new Error("The token is from the future.");
}
