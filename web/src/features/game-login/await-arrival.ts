/** Waits until the game has redeemed its code, the only proof that it arrived. */
import { gameLoginStatus } from "@storyport/contract/game-login";
import type { ArrivalStatus } from "@storyport/contract/game-login";
import { waits } from "@storyport/contract/limits";
import type { Call } from "#/api/call.ts";
import { ApiError } from "#/api/api-error.ts";

export type Arrival = "redeemed" | "expired" | "absent";

/**
 * Polls every second until the code is redeemed or expired, for thirty seconds; then the game is `absent`. A failed request (offline, busy)
 * is repeated at the next poll. Returns undefined if `signal` ended the wait.
 */
export async function awaitArrival(call: Call, handover: string, signal: AbortSignal): Promise<Arrival | undefined> {
  const start = performance.now();
  while (!signal.aborted) {
    const status = await askStatus(call, handover);
    if (signal.aborted) break;
    if (status !== "waiting") return status;
    if (performance.now() - start >= waits.arrivalGiveUp) return "absent";
    await pause(waits.arrivalPoll, signal);
  }
  return undefined;
}

/** Asks once. A secret that the portal no longer knows counts as expired, and a failed request as waiting. */
export async function askStatus(call: Call, handover: string): Promise<ArrivalStatus> {
  try {
    return (await call(gameLoginStatus, { query: { handover } })).status;
  } catch (error) {
    const isUnknown = error instanceof ApiError && (error.failure.status === 404 || error.failure.status === 400);
    return isUnknown ? "expired" : "waiting";
  }
}

/** Ends early when the tab is shown again. A user who comes back from the game expects the result at once. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", endIfVisible);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const endIfVisible = () => {
      if (document.visibilityState === "visible") end();
    };
    const timer = setTimeout(end, milliseconds);
    document.addEventListener("visibilitychange", endIfVisible);
    signal.addEventListener("abort", end);
  });
}
