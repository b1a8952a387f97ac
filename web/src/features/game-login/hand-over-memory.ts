/**
 * This tab's hand-over to a game, in session storage. So a reload or the back button shows its state instead of requesting a second code.
 * That also holds after the badge session has ended by design (DESIGN A6). A newly saved login state and a logout remove it
 * (`login-state.ts`, `other-tabs.ts`).
 */
import { browserStorage } from "#/features/login-state/browser-storage.ts";
import { handOverKey } from "#/features/login-state/login-state.ts";
import { isDeepLink } from "./deep-link.ts";
import type { GameRequest } from "./game-request.ts";

export interface HandOver {
  /** The request that this hand-over answers; another request begins another hand-over. */
  request: GameRequest;
  /** A badge session began it. That session has ended, so only this value shows that the page addresses a child. */
  isChild: boolean;
  /** The secret to ask whether the game has arrived. */
  handover: string;
  /** Opens the game. Holds the one-time code until it is used or has expired. */
  deepLink: string;
  step: (typeof steps)[number];
}

/** `waiting`: the game has not redeemed the code yet. `finished`: it has. `expired`: the code ended before that. */
const steps = ["waiting", "finished", "expired"] as const;

export interface HandOverMemory {
  read(): HandOver | undefined;
  keep(handOver: HandOver): void;
  forget(): void;
}

/** Remembers the tab's hand-over over reloads (session storage). */
export function createHandOverMemory(): HandOverMemory {
  const tab = browserStorage(() => sessionStorage);
  return {
    read: () => parseHandOver(tab.get(handOverKey)),
    keep: (value) => tab.set(handOverKey, JSON.stringify(value)),
    forget: () => tab.remove(handOverKey),
  };
}

/** Returns undefined for anything that this portal could not have stored. @internal Exported for its test. */
export function parseHandOver(raw: string | undefined): HandOver | undefined {
  try {
    const kept: unknown = JSON.parse(raw ?? "null");
    return isHandOver(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function isHandOver(kept: unknown): kept is HandOver {
  if (!isRecord(kept) || !isRecord(kept["request"]) || typeof kept["isChild"] !== "boolean") return false;
  const { request, handover, deepLink, step } = kept;
  const { gameId, state, clientCode, callbackUrl, attempt = "" } = request;
  const texts = [gameId, state, clientCode, callbackUrl, attempt, handover];
  return texts.every((each) => typeof each === "string") && typeof deepLink === "string" && isDeepLink(deepLink) && isStep(step);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isStep(value: unknown): value is HandOver["step"] {
  return steps.some((step) => step === value);
}
