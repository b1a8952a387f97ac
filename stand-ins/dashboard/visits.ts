import { randomUUID } from "node:crypto";
import * as oauth from "oauth4webapi";
import { readLogoutToken } from "#/logout-token.ts";
import { checkCallback, failureInWords, redeemCode, type CheckedCallback, type Claims, type PortalClient } from "#/portal.ts";

/** Where a visit began: at the dashboard, which made the state, or at the portal's launch button, without a state. */
export type Origin = "dashboard" | "portal";

export interface Visit {
  at: string;
  origin: Origin;
  /** Null if the visit failed; `error` then says why. */
  claims: Claims | null;
  /** What was fetched because the token leaves it out. */
  rights: Claims | null;
  error?: string;
}

export interface Dashboard {
  url: string;
  client: PortalClient;
  /** Open states made here, with the browser of each. */
  openStates: Map<string, string>;
  visits: Visit[];
  /** The visit of each browser, by the secret in its cookie. */
  visitOf: Map<string, Visit>;
  /** The visit of each code that was sent, so that a reload does not redeem the code again. */
  visitByCode: Map<string, Promise<Visit>>;
}

/** The most states, visits and codes that are kept, so that a demo that runs for long does not fill the memory. */
const mostKept = 500;

/** The confidential client. It authenticates by its secret, so it needs no PKCE. */
export function createDashboard(portalUrl: string, clientSecret: string): Dashboard {
  const client = { portalUrl, clientId: "dashboard", authentication: oauth.ClientSecretBasic(clientSecret), audience: "dashboard" };
  return { url: "", client, openStates: new Map(), visits: [], visitOf: new Map(), visitByCode: new Map() };
}

/** Makes a state for this browser alone. */
export function makeState(dashboard: Dashboard, browser: string): string {
  const state = oauth.generateRandomState();
  keepFew(dashboard.openStates).set(state, browser);
  return state;
}

/**
 * Accepts a callback. A state made here must come back in its own browser, or an attacker could show a teacher another's
 * dashboard. A foreign state is refused. No state means the portal's launch button. A reload with the same code shows the same
 * visit without redeeming again. A callback that fails its checks sends nothing and does not block the real callback.
 */
export async function visit(dashboard: Dashboard, browser: string, parameters: URLSearchParams): Promise<Visit> {
  // A callback without a code is a visit of its own.
  const code = parameters.get("code") ?? randomUUID();
  const state = parameters.get("state") ?? undefined;
  const known = dashboard.visitByCode.get(code);
  if (known !== undefined) return known;
  const began = { at: new Date().toISOString(), origin: state === undefined ? "portal" : "dashboard" } as const;
  try {
    requireOwnState(dashboard, browser, state);
    const checked = await checkCallback(dashboard.client, parameters, state);
    // During the check another callback may have sent the code, or used the state up.
    const sent = dashboard.visitByCode.get(code);
    if (sent !== undefined) return await sent;
    requireOwnState(dashboard, browser, state);
    if (state !== undefined) dashboard.openStates.delete(state);
    const visiting = redeem(dashboard, began, checked);
    keepFew(dashboard.visitByCode).set(code, visiting);
    return remember(dashboard, browser, await visiting);
  } catch (error) {
    return remember(dashboard, browser, { ...began, claims: null, rights: null, error: await failureInWords(error) });
  }
}

/** Ends the visits of the login that a logout token names. Throws for a token that the portal did not sign for this dashboard. */
export async function endVisits(dashboard: Dashboard, logoutToken: string): Promise<void> {
  const { portalUrl, clientId } = dashboard.client;
  const { sid } = await readLogoutToken(portalUrl, [clientId], logoutToken);
  for (const [browser, { claims }] of dashboard.visitOf) if (claims?.["sid"] === sid) dashboard.visitOf.delete(browser);
}

function requireOwnState({ openStates }: Dashboard, browser: string, state: string | undefined): void {
  if (state !== undefined && openStates.get(state) !== browser)
    throw new Error("The state was not made for this browser. Nothing was done with the code.");
}

async function redeem(dashboard: Dashboard, began: Pick<Visit, "at" | "origin">, checked: CheckedCallback): Promise<Visit> {
  try {
    const { claims, rights } = await redeemCode(dashboard.client, checked, { callbackUrl: `${dashboard.url}/callback` });
    return { ...began, claims, rights };
  } catch (error) {
    return { ...began, claims: null, rights: null, error: await failureInWords(error) };
  }
}

function remember(dashboard: Dashboard, browser: string, result: Visit): Visit {
  dashboard.visits = [result, ...dashboard.visits].slice(0, mostKept);
  keepFew(dashboard.visitOf).set(browser, result);
  return result;
}

/** Drops the oldest entry of a full map, and returns the map. */
function keepFew<Key, Value>(map: Map<Key, Value>): Map<Key, Value> {
  const [oldest] = map.keys();
  if (oldest !== undefined && map.size >= mostKept) map.delete(oldest);
  return map;
}
