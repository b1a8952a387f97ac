/** The test of every journey: it has a portal whose store no other file uses, and fails on whatever `faults.ts` watches for. */
import { test as base, expect } from "@playwright/test";
import { watchForFaults } from "./faults.ts";
import { PortalOfFile, type Settings } from "./portal.ts";

interface JourneyOptions {
  /** Errors that the journey provokes on purpose, such as a cut connection. */
  provokedErrors: RegExp | undefined;
  /** How the portal of this file is set up, where that is not as in the demo. */
  settings: Settings;
}

export const test = base.extend<JourneyOptions & { portal: void }, { portalOfFile: PortalOfFile }>({
  provokedErrors: [undefined, { option: true }],
  settings: [{}, { option: true }],
  portalOfFile: [
    // Playwright reads the names of the fixtures from here, none of which it needs.
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
      // What a phone is tried with on top does not get in its own way: one portal is enough for all of it.
      await portalOfFile.openFor(project.name === "phone" ? project.name : `${project.name} ${file}`, settings);
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
