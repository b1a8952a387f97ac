/**
 * What the game can do wrong, to prove that a conformance run names it. A program of an integrator does such things by mistake;
 * this one is told to.
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
] as const;
export type GameFault = (typeof gameFaults)[number];

export function findFault(name: string | undefined): GameFault | undefined {
  return gameFaults.find((fault) => fault === name);
}

/** Sends a refused request again at once, three times. */
export async function askAgain(ask: () => Promise<Response>): Promise<Response> {
  let response = await ask();
  for (let turn = 0; turn < 3 && !response.ok; turn += 1) response = await ask();
  return response;
}

const kept = new Map<string, string>();

/** Fetches each portal's keys once, and never again. */
export function staleKeys(portalUrl: string): (url: string) => Promise<Response> {
  return async (url) => {
    const keys = kept.get(portalUrl) ?? (await (await fetch(url)).text());
    kept.set(portalUrl, keys);
    return new Response(keys, { headers: { "content-type": "application/json" } });
  };
}
