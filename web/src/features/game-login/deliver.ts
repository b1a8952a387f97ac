/**
 * Brings the game its code (DESIGN A5). A web game is navigated to, so that its own cookie comes along and it sees whose browser this is:
 * in the background a code would reach a login that a stranger began.
 */
import { waits } from "@storyport/contract/limits";
import type { DeepLink } from "./deep-link.ts";

export interface Delivery {
  goTo: (href: string) => void;
  /** Whether the game has its code by now; a request that failed here may have reached it all the same. */
  hasArrived: () => Promise<boolean>;
}

/** The answer cannot be read (another origin) and need not be: only the game's redeeming of the code proves arrival. */
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
    // A browser that shields the local network, mixed content, a game that is not running: going there still may work.
    if (!(await hasArrived())) goTo(deepLink.href);
  }
}
