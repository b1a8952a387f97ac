import { withProgress, note } from "./progress.ts";
import { isStopping } from "./programs.ts";
import type { Step, StepResult } from "./test-steps.ts";

/** What the steps are planned for, on any machine. A step of two cores runs alone. */
const cores = 2;

export interface StepsResult {
  /** Tests of all steps, not steps. */
  readonly passed: number;
  readonly failed: number;
  /** The steps that failed. */
  readonly bad: readonly { readonly step: Step; readonly output: string }[];
}

/**
 * Runs steps in order, in parallel if they do not need each other and cores are free. After a failed step none begins, and
 * running ones finish.
 */
export async function runSteps(steps: readonly Step[]): Promise<StepsResult> {
  const waiting = [...steps];
  const running = new Map<Step, Promise<void>>();
  const bad: { step: Step; output: string }[] = [];
  let passed = 0;
  let failed = 0;

  const run = async (step: Step): Promise<void> => {
    const result = await withProgress(step.label, async () => await finish(step));
    for (const warning of result.warnings ?? []) note(`  ${step.name}: ${warning}`);
    passed += result.tests?.passed ?? 0;
    failed += result.tests?.failed ?? 0;
    if (!result.isGood) bad.push({ step, output: result.output });
    running.delete(step);
  };

  while (waiting.length > 0 || running.size > 0) {
    const isOver = isStopping() || bad.length > 0;
    const step = isOver ? undefined : waiting.find((one) => canRun(one, [...waiting, ...running.keys()], [...running.keys()]));
    if (step !== undefined) {
      waiting.splice(waiting.indexOf(step), 1);
      running.set(step, run(step));
    } else if (running.size > 0) await Promise.race(running.values());
    else break;
  }
  return { passed, failed, bad };
}

/** Whether all needed steps have ended and enough cores are free. */
function canRun(step: Step, unfinished: readonly Step[], running: readonly Step[]): boolean {
  const isReady = !unfinished.some(({ name }) => step.needs?.includes(name));
  const busy = running.reduce((sum, one) => sum + (one.cores ?? 1), 0);
  return isReady && (busy === 0 || busy + (step.cores ?? 1) <= cores);
}

async function finish(step: Step): Promise<StepResult> {
  try {
    return await step.run();
  } catch (error) {
    return { isGood: false, output: error instanceof Error ? error.message : String(error) };
  }
}
