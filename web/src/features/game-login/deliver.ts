/**
 * Brings the game its code (DESIGN A5). The browser navigates to a web game, so that the game's own cookie comes along and identifies this
 * browser. In the background its code would reach a login that a stranger began. Only a game on this computer is called in the background
 * first.
 */
import { waits } from "@storyport/contract/limits";
import type { DeepLink } from "./deep-link.ts";

export interface Delivery {
  goTo: (href: string) => void;
  /** Checks whether the game has its code. A request that failed here may still have reached the game. */
  hasArrived: () => Promise<boolean>;
}

/** The browser cannot read the answer of another origin. That is fine: only redeeming the code proves arrival. */
export async function deliver(deepLink: DeepLink, { goTo, hasArrived }: Delivery): Promise<void> {
  if (deepLink.way === "navigate") return goTo(deepLink.href);
  try {
    await fetch(deepLink.href, {
      mode: "no-cors",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      signal: AbortSignal.timeout(waits.backgroundDeepLink),
    });
  } catch {
    // The background request can fail because of local-network protection, mixed content, or a game that is not running. Navigating may
    // still work.
    if (!(await hasArrived())) goTo(deepLink.href);
  }
}
