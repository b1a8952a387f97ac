/** The upper bound of password logins: only argon2id checks, in as many threads as the portal uses for hashing. */
import { availableParallelism } from "node:os";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { verifySync } from "@node-rs/argon2";
import * as z from "zod/mini";

const task = z.object({ hash: z.string(), password: z.string(), seconds: z.number() });

if (isMainThread) {
  process.on("message", (message) => void answer(task.parse(message)));
  process.on("disconnect", () => process.exit(0));
  process.send?.({ ready: true });
} else {
  const { hash, password, seconds } = task.parse(workerData);
  const end = performance.now() + seconds * 1000;
  let checks = 0;
  while (performance.now() < end) {
    if (!verifySync(hash, password)) throw new Error("the hash does not match");
    checks += 1;
  }
  parentPort?.postMessage(checks);
}

async function answer(wanted: z.infer<typeof task>): Promise<void> {
  const threads = Array.from({ length: availableParallelism() }, () => new Worker(new URL(import.meta.url), { workerData: wanted }));
  const checks = await Promise.all(threads.map(countedBy));
  process.send?.({ perSecond: checks.reduce((sum, count) => sum + count, 0) / wanted.seconds });
}

function countedBy(thread: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    thread.once("message", (count) => resolve(Number(count)));
    thread.once("error", reject);
  });
}
