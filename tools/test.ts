import path from "node:path";

import { elapsed } from "./progress.ts";
import { isStopping, stopOnSignals, stopPrograms } from "./programs.ts";
import { cacheFolder } from "./project-folder.ts";
import { endWithUsage, readOptions } from "./read-options.ts";
import { runSteps } from "./run-steps.ts";
import { type Step, steps } from "./test-steps.ts";

const started = performance.now();
// Node's own compile cache, because the same files run again and again.
process.env.NODE_COMPILE_CACHE ??= path.join(cacheFolder, "compiled");

stopOnSignals();
const { passed, failed, bad } = await runSteps(chosenSteps());
// Asked before `stopPrograms`, after which the answer is always yes.
const isStopped = isStopping();
if (isStopped) console.error("Stopped.");
else
  for (const { step, output } of bad)
    console.error(`\n${output.trimEnd()}\n\nFailed: ${step.label}. Again: npm test -- --only=${step.name}`);
await stopPrograms();
console.log(`All steps took ${elapsed(started)}.`);
// A step that fails without a failed test (a type error, a crash) must not look like success.
const reportedFailures = isStopped || bad.length > 0 ? Math.max(failed, 1) : failed;
console.log(`${passed} passed, ${reportedFailures} failed`);
process.exit(reportedFailures === 0 ? 0 : 1);

/** `--only=lint,types` in the order of the list; all steps without it. */
function chosenSteps(): readonly Step[] {
  const usage = `Usage: npm test [-- --only=<steps with commas between them>]\nSteps: ${steps.map((step) => step.name).join(", ")}`;
  const only = readOptions(usage, { only: { type: "string" } }).values.only?.split(",");
  if (only === undefined) return steps;
  const unknown = only.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) endWithUsage(`Unknown steps: ${unknown.join(", ")}.`, usage);
  return steps.filter((step) => only.includes(step.name));
}
