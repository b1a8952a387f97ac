/** The test of every journey: it fails on whatever `faults.ts` watches for. */
import { test as base, expect } from "@playwright/test";
import { watchForFaults } from "./faults.ts";

interface JourneyOptions {
  /** Console errors that the journey provokes on purpose, such as a cut connection. */
  provokedErrors: RegExp | undefined;
}

export const test = base.extend<JourneyOptions>({
  provokedErrors: [undefined, { option: true }],
  context: async ({ context, provokedErrors }, travel) => {
    const faults = await watchForFaults(context, provokedErrors);
    await travel(context);
    expect(faults.list()).toEqual([]);
  },
});

export { expect } from "@playwright/test";
