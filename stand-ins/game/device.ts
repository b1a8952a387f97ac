/** A device without camera and keyboard (RFC 8628). It shows two pictures and a code, and polls until a teacher seats a child. */
import { randomUUID } from "node:crypto";
import { setTimeout as later } from "node:timers/promises";
import { failureInWords, pollDeviceCode, requestDeviceCode, type PortalClient } from "#/portal.ts";
import { clientOf, forgetOldest, type Attempt, type Game } from "./attempts.ts";
import type { Edition } from "./editions.ts";

export interface DeviceStart {
  edition: Edition;
  browser: string;
  deviceName: string;
}

/** Requests a code with the key that this browser got last time, and begins to poll. Rejects if the portal gives no code. */
export async function beginDevice(game: Game, { edition, browser, deviceName }: DeviceStart): Promise<Attempt> {
  const client = clientOf(game, edition);
  const keyName = `${browser} ${edition.gameId}`;
  const device = await requestDeviceCode(client, { deviceName, deviceKey: game.deviceKeys.get(keyName) });
  const stop = new AbortController();
  const attempt: Attempt = {
    id: randomUUID(),
    edition,
    kind: "device",
    browser,
    // No callback comes to a device.
    state: randomUUID(),
    verifier: "",
    callbackUrl: "",
    loginUrl: device.address,
    outcome: { status: "waiting" },
    triedCodes: new Set(),
    finishing: undefined,
    device,
    lastAction: undefined,
    stopWaiting: async () => stop.abort(),
  };
  forgetOldest(game);
  game.attempts.set(attempt.id, attempt);
  void wait(client, attempt, stop.signal).then((deviceKey) => deviceKey !== undefined && game.deviceKeys.set(keyName, deviceKey));
  return attempt;
}

/** Polls until there are tokens or a refusal. Returns the key that came with the tokens. */
async function wait(client: PortalClient, attempt: Attempt, signal: AbortSignal): Promise<string | undefined> {
  const { deviceCode, intervalInSeconds } = attempt.device ?? { deviceCode: "", intervalInSeconds: 5 };
  let seconds = intervalInSeconds;
  try {
    for (;;) {
      await later(seconds * 1000, undefined, { signal, ref: false });
      const polled = await pollDeviceCode(client, deviceCode);
      // RFC 8628, 3.5: each `slow_down` adds five seconds.
      if (polled.is === "too soon") seconds += 5;
      if (polled.is !== "arrived") continue;
      const { tokens, deviceKey } = polled;
      attempt.outcome = { status: "arrived", at: new Date().toISOString(), tokens, timesRefreshed: 0, isGivenBack: false };
      return deviceKey;
    }
  } catch (error) {
    if (!signal.aborted) attempt.outcome = { status: "failed", at: new Date().toISOString(), error: await failureInWords(error) };
    return undefined;
  }
}
