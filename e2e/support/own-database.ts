/** Journeys on a PostgreSQL of their own, which they may stop or change. */
import { type OwnDatabase, startOwnDatabase } from "@storyport/tools/test-database";
import { test as journey } from "./journey.ts";

export const test = journey.extend<object, { postgres: OwnDatabase }>({
  postgres: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the needed fixtures from this pattern, and there are none
    async ({}, travel) => {
      const postgres = await startOwnDatabase();
      await travel(postgres);
      await postgres.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  settings: async ({ postgres }, travel) => travel({ DATABASE_URL: postgres.url, DEMO: "true" }),
});
