/**
 * A thread that only hashes. In Node's own thread pool a flood of logins would block DNS, files and signatures. Here it blocks
 * only other logins.
 */
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/argon2";
import { argon2Parameters } from "./argon2-parameters.ts";

/** Without a hash the job creates one. */
export type HashJob = { password: string; hash?: string };
export type HashResult = { hash: string } | { isMatch: boolean } | { error: string };

// On Linux this lowers the priority of this thread alone, so that the event loop comes first in a flood of logins. Other
// systems may refuse it.
if (process.platform === "linux") setPriority(10);

parentPort?.on("message", (job: HashJob) => {
  parentPort?.postMessage(run(job));
});

function run({ password, hash }: HashJob): HashResult {
  try {
    return hash === undefined ? { hash: hashSync(password, argon2Parameters) } : { isMatch: verifySync(hash, password) };
  } catch (error) {
    return { error: String(error) };
  }
}
