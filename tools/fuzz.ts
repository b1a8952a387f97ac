// The long version of server/src/platform/http/fuzz.test.ts, with a seed that FUZZ_SEED repeats.
import { runCommand, toolCommand } from "./commands.ts";
import { stopOnSignals } from "./programs.ts";

stopOnSignals();
const seed = process.env.FUZZ_SEED ?? String(Math.floor(Math.random() * 2 ** 31));
const env = { FUZZ_RUNS: process.env.FUZZ_RUNS ?? "50000", FUZZ_SEED: seed };
console.log(`Seed ${seed}, ${env.FUZZ_RUNS} requests. It takes about ten minutes.`);
const fuzz = toolCommand(
  "vitest/vitest.mjs",
  "run",
  "--project",
  "server",
  // Before the option, which would take the file for its value, so that all tests of the server run.
  "server/src/platform/http/fuzz.test.ts",
  "--disable-console-intercept",
);
process.exit((await runCommand(fuzz, { env, live: true })).code);
