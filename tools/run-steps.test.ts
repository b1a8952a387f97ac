import { expect, test } from "vitest";

import { runSteps } from "./run-steps.ts";
import type { Step } from "./test-steps.ts";

/** Steps that record when they begin and end. Each ends at the next turn of the event loop. */
function track(parts: readonly (Omit<Step, "label" | "run"> & { isBad?: boolean })[]): { steps: Step[]; messages: string[] } {
  const messages: string[] = [];
  const steps = parts.map(({ isBad = false, ...step }) => ({
    ...step,
    label: step.name,
    run: async () => {
      messages.push(`${step.name} begins`);
      await new Promise((go) => setImmediate(go));
      messages.push(`${step.name} ends`);
      return { isGood: !isBad, output: isBad ? "a complaint" : "", tests: { passed: 1, failed: isBad ? 1 : 0 } };
    },
  }));
  return { steps, messages };
}

test("steps run in parallel, at most two, and each after those it needs", async () => {
  const { steps, messages } = track([{ name: "a" }, { name: "b", needs: ["a"] }, { name: "c" }, { name: "d" }]);
  const { passed, bad } = await runSteps(steps);
  expect(messages.slice(0, 3)).toEqual(["a begins", "c begins", "a ends"]);
  expect(messages.indexOf("b begins")).toBeGreaterThan(messages.indexOf("a ends"));
  expect({ passed, bad }).toEqual({ passed: 4, bad: [] });
});

test("a step that needs both cores runs alone", async () => {
  const { steps, messages } = track([{ name: "a" }, { name: "b", cores: 2 }, { name: "c", cores: 2 }]);
  await runSteps(steps);
  expect(messages).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

test("needed steps count only if they are run too", async () => {
  const { steps, messages } = track([{ name: "a", needs: ["not chosen"] }]);
  await runSteps(steps);
  expect(messages).toEqual(["a begins", "a ends"]);
});

test("after a failed step none begins, and the parallel one finishes", async () => {
  const { steps, messages } = track([{ name: "a", isBad: true }, { name: "b" }, { name: "c" }]);
  const { failed, bad } = await runSteps(steps);
  expect(messages).toEqual(["a begins", "b begins", "a ends", "b ends"]);
  expect(failed).toBe(1);
  expect(bad.map(({ step, output }) => `${step.name}: ${output}`)).toEqual(["a: a complaint"]);
});

test("a step that throws has failed, with the error as output", async () => {
  const run = () => Promise.reject(new Error("it crashed"));
  expect((await runSteps([{ name: "a", label: "a", run }])).bad).toMatchObject([{ output: "it crashed" }]);
});
