/**
 * Loaded into the portal's own process by `node --import`, so that the portal itself stays unchanged. On request it looks up a name,
 * reads the status of a file and signs, beside the portal's work. It reports the durations.
 */
import { generateKeyPairSync, sign } from "node:crypto";
import { lookup } from "node:dns/promises";
import { stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { isMainThread } from "node:worker_threads";

const pause = 20;

// The hashing threads load this file too, but get no requests.
if (isMainThread) process.on("message", (message) => void answer(message));

async function answer(message: unknown): Promise<void> {
  if (typeof message !== "object" || message === null || !("probeSeconds" in message)) return;
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const claims = Buffer.alloc(600, "x");
  const seen = { dns: [] as number[], file: [] as number[], signing: [] as number[] };
  const end = performance.now() + Number(message.probeSeconds) * 1000;
  while (performance.now() < end) {
    await Promise.all([
      timed(seen.dns, () => lookup("localhost")),
      timed(seen.file, () => stat(import.meta.filename)),
      timed(seen.signing, async () => sign("sha256", claims, { key: privateKey, dsaEncoding: "ieee-p1363" })),
    ]);
    await delay(pause);
  }
  process.send?.(seen);
}

async function timed(into: number[], work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  into.push(performance.now() - start);
}
