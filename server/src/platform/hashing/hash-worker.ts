/**
 * One thread that only hashes. In Node's own thread pool a flood of logins would hold up DNS, files and signatures;
 * here it holds up other logins alone.
 */
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/argon2";
import { argon2Parameters } from "./argon2-parameters.ts";

/** Without a hash: to make one. */
export type HashJob = { password: string; hash?: string };
export type HashResult = { hash: string } | { isMatch: boolean } | { error: string };

// On Linux this lowers the calling thread alone: in a flood of logins the event loop comes first. Elsewhere it may be refused.
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
