/** The test function of every journey. Each file has its own portal and store, and every fault of `faults.ts` fails the test. */
import { test as base, expect } from "@playwright/test";
import { watchForFaults } from "./faults.ts";
import { PortalOfFile, type Settings } from "./portal.ts";

interface JourneyOptions {
  /** Errors that the journey provokes on purpose, such as a cut connection. */
  provokedErrors: RegExp | undefined;
  /** The settings of this file's portal that differ from the demo's. */
  settings: Settings;
}

export const test = base.extend<JourneyOptions & { portal: void }, { portalOfFile: PortalOfFile }>({
  provokedErrors: [undefined, { option: true }],
  settings: [{}, { option: true }],
  portalOfFile: [
    // Playwright reads the names of the needed fixtures from this pattern. There are none.
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, travel) => {
      const portal = new PortalOfFile();
      await travel(portal);
      await portal.close();
    },
    { scope: "worker" },
  ],
  portal: [
    async ({ portalOfFile, settings }, travel, { project, file }) => {
      // The @phone tests do not disturb each other, so they share one portal. Its store is that of `npm start`.
      const isPhone = project.name === "phone";
      await portalOfFile.openFor(isPhone ? project.name : `${project.name} ${file}`, {
        settings,
        store: isPhone ? "embedded" : "postgres",
      });
      await travel();
    },
    { auto: true, timeout: 300_000 },
  ],
  context: async ({ context, provokedErrors }, travel) => {
    const faults = await watchForFaults(context, provokedErrors);
    await travel(context);
    expect(faults.list()).toEqual([]);
  },
});

export { expect } from "@playwright/test";
