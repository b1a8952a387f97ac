import { elapsed, withProgress } from "./progress.ts";
import { isStopping, stopOnSignals, stopPrograms } from "./programs.ts";
import { type Step, type StepResult, steps } from "./test-steps.ts";

const started = performance.now();
let passed = 0;
let failed = 0;

stopOnSignals();
for (const step of chosenSteps()) {
  const result = await withProgress(step.label, async () => await runStep(step));
  passed += result.tests?.passed ?? 0;
  failed += result.tests?.failed ?? 0;
  if (isStopping() || !result.isGood) {
    // A step that fails without a failed test (a type error, a crash) must not read like success.
    failed = Math.max(failed, 1);
    console.error(
      isStopping() ? "Stopped." : `\n${result.output.trimEnd()}\n\nFailed: ${step.label}. Again: npm test -- --only=${step.name}`,
    );
    break;
  }
}
await stopPrograms();
console.log(`All steps took ${elapsed(started)}.`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function runStep(step: Step): Promise<StepResult> {
  try {
    return await step.run();
  } catch (error) {
    return { isGood: false, output: error instanceof Error ? error.message : String(error) };
  }
}

/** `--only=lint,types` in the order of the list; everything without it. */
function chosenSteps(): readonly Step[] {
  const only = process.argv
    .find((argument) => argument.startsWith("--only="))
    ?.slice("--only=".length)
    .split(",");
  if (only === undefined) return steps;
  const unknown = only.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(", ")}. There are: ${steps.map((step) => step.name).join(", ")}`);
    process.exit(1);
  }
  return steps.filter((step) => only.includes(step.name));
}
