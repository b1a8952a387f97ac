import { randomUUID } from "node:crypto";
import * as oauth from "oauth4webapi";
import type { Access, DeviceCode, PortalClient, Tokens } from "#/portal.ts";
import type { Edition } from "./editions.ts";
import type { GameFault } from "./faults.ts";
import { openLoopbackListener, type OnCallback } from "./loopback-listener.ts";

/**
 * How the game gets its tokens. `web`: called back on its own server. `loopback`: called back on a port opened for this attempt (RFC 8252,
 * 7.3). `device`: without camera and keyboard, it polls (RFC 8628).
 */
export type GameKind = "web" | "loopback" | "device";

export type Outcome =
  | { status: "waiting" }
  | { status: "arrived"; at: string; tokens: Tokens; timesRefreshed: number; isGivenBack: boolean }
  | { status: "failed"; at: string; error: string }
  /** The portal has ended the login. The game has dropped its tokens. */
  | { status: "logged-out"; at: string };

/** One login to the game, from the Play button to the claims. */
export interface Attempt {
  id: string;
  edition: Edition;
  kind: GameKind;
  /** The secret of the browser that pressed Play; other browsers may not return the answer. */
  browser: string;
  state: string;
  verifier: string;
  callbackUrl: string;
  loginUrl: string;
  outcome: Outcome;
  /** Codes already sent to the token endpoint; none is sent twice. */
  triedCodes: Set<string>;
  finishing: Promise<void> | undefined;
  /** What the device shows; only of the kind `device`. */
  device?: DeviceCode;
  lastAction: { title: string; narrowed?: Access; error?: string } | undefined;
  /** Closes the port of a loopback game, and ends the polling of a device. */
  stopWaiting: () => Promise<void>;
}

/** The running game. Its state is in memory and ends with the process. */
export interface Game {
  url: string;
  portalUrl: string;
  attempts: Map<string, Attempt>;
  /** The keys of devices, by browser and edition. A real game keeps its own on the device. */
  deviceKeys: Map<string, string>;
  /** What this game does wrong on purpose, to test the conformance runs. */
  fault: GameFault | undefined;
}

export interface Wish {
  edition: Edition;
  kind: Exclude<GameKind, "device">;
  browser: string;
  /** The organization of the portal's launch button. */
  orgId?: string | null;
  /** An id that the waiting room already uses; accepted only while it is new. */
  id?: string | null;
}

/** Older attempts are dropped, so that a demo that runs for long does not fill the memory. */
const mostAttempts = 500;

/** Creates state, PKCE pair and the login address. For the loopback kind it also opens the listener. */
export async function beginAttempt(game: Game, wish: Wish, onCallback: OnCallback): Promise<Attempt> {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const listener = wish.kind === "loopback" ? await openLoopbackListener(state, onCallback) : undefined;
  const callbackUrl = listener?.callbackUrl ?? `${game.url}/callback`;
  const attempt: Attempt = {
    id: isNewId(game, wish.id) ? wish.id : randomUUID(),
    edition: wish.edition,
    kind: wish.kind,
    browser: wish.browser,
    state,
    verifier,
    callbackUrl,
    loginUrl: loginUrlFor(game, wish, {
      state,
      callbackUrl,
      clientCode: game.fault === "plain-challenge" ? verifier : await oauth.calculatePKCECodeChallenge(verifier),
    }),
    outcome: { status: "waiting" },
    triedCodes: new Set(),
    finishing: undefined,
    lastAction: undefined,
    stopWaiting: listener?.close ?? (async () => {}),
  };
  forgetOldest(game);
  game.attempts.set(attempt.id, attempt);
  return attempt;
}

/** Finds the attempt of this state. */
export function findByState(game: Game, state: string | null): Attempt | undefined {
  return [...game.attempts.values()].find((attempt) => attempt.state === state);
}

/** A game is a public client. Its number is the client id, its key the audience of tokens. */
export function clientOf(game: Game, edition: Edition): PortalClient {
  return {
    portalUrl: game.portalUrl,
    clientId: String(edition.gameId),
    authentication: oauth.None(),
    audience: edition.gameKey,
    fault: game.fault,
  };
}

/** `PLAYERGROUP`, so that the button "Narrow to player" has something to narrow. */
function loginUrlFor(game: Game, { edition, orgId }: Wish, own: { state: string; clientCode: string; callbackUrl: string }): string {
  const url = new URL(`${game.portalUrl}/game-login`);
  url.search = new URLSearchParams({ gameId: String(edition.gameId), scope: "PLAYERGROUP", ...own }).toString();
  if (orgId) url.searchParams.set("orgId", orgId);
  return url.href;
}

function isNewId(game: Game, id: string | null | undefined): id is string {
  return typeof id === "string" && /^[0-9a-f-]{36}$/.test(id) && !game.attempts.has(id);
}

/** Makes room for one more attempt: if the game has too many, the oldest attempt ends. */
export function forgetOldest(game: Game): void {
  const [oldest] = game.attempts.values();
  if (oldest === undefined || game.attempts.size < mostAttempts) return;
  game.attempts.delete(oldest.id);
  void oldest.stopWaiting();
}
