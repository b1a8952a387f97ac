import { randomUUID } from "node:crypto";
import * as oauth from "oauth4webapi";
import { readLogoutToken } from "#/logout-token.ts";
import { checkCallback, failureInWords, redeemCode, type Claims, type PortalClient } from "#/portal.ts";

/** Where a visit began: at the dashboard, which made the state, or at the portal's launch button, without a state. */
export type Origin = "dashboard" | "portal";

export interface Visit {
  at: string;
  origin: Origin;
  claims: Claims | null;
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
  /** The visit of each code, so that a reload does not redeem the code again. */
  visitByCode: Map<string, Promise<Visit>>;
}

/** Of each kind, so that a demo that runs for long does not fill the memory. */
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
 * visit without redeeming again.
 */
export async function visit(dashboard: Dashboard, browser: string, parameters: URLSearchParams): Promise<Visit> {
  // A callback without a code is a visit of its own.
  const code = parameters.get("code") ?? randomUUID();
  const known = dashboard.visitByCode.get(code);
  if (known !== undefined) return known;
  const visiting = redeem(dashboard, browser, parameters);
  keepFew(dashboard.visitByCode).set(code, visiting);
  const result = await visiting;
  dashboard.visits = [result, ...dashboard.visits].slice(0, mostKept);
  keepFew(dashboard.visitOf).set(browser, result);
  return result;
}

/** Ends the visits of the login that a logout token names. Throws for a token that the portal did not sign for this dashboard. */
export async function endVisits(dashboard: Dashboard, logoutToken: string): Promise<void> {
  const { portalUrl, clientId } = dashboard.client;
  const { sid } = await readLogoutToken(portalUrl, [clientId], logoutToken);
  for (const [browser, { claims }] of dashboard.visitOf) if (claims?.["sid"] === sid) dashboard.visitOf.delete(browser);
}

async function redeem(dashboard: Dashboard, browser: string, parameters: URLSearchParams): Promise<Visit> {
  // The portal's launch button sends no state.
  const state = parameters.get("state") ?? undefined;
  const madeFor = state === undefined ? undefined : dashboard.openStates.get(state);
  const origin: Origin = state === undefined ? "portal" : "dashboard";
  const about = { at: new Date().toISOString(), origin };
  try {
    if (state !== undefined && madeFor !== browser)
      throw new Error("The state was not made for this browser. Nothing was done with the code.");
    if (state !== undefined) dashboard.openStates.delete(state);
    const checked = await checkCallback(dashboard.client, parameters, state);
    const tokens = await redeemCode(dashboard.client, checked, { callbackUrl: `${dashboard.url}/callback` });
    return { ...about, claims: tokens.claims };
  } catch (error) {
    return { ...about, claims: null, error: await failureInWords(error) };
  }
}

/** Drops the oldest entry of a full map, and returns the map. */
function keepFew<Key, Value>(map: Map<Key, Value>): Map<Key, Value> {
  const [oldest] = map.keys();
  if (oldest !== undefined && map.size >= mostKept) map.delete(oldest);
  return map;
}
