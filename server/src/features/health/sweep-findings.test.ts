/** The page Health shows how the removal of expired rows is (docs/decisions/0063). */
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { getHealth, platformHealth } from "@storyport/contract/health";
import type { PlatformHealth } from "@storyport/contract/health";
import { createHeartbeat } from "#/platform/jobs/heartbeat.ts";
import { sweep } from "#/platform/jobs/sweep.ts";
import type { Browser } from "#test/browser.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { anAdministrator, logIn } from "#test/builders.ts";

let portal: TestPortal;
let admin: Browser;
beforeEach(async () => {
  portal = await buildTestPortal();
  admin = await logIn(portal.browser(), await anAdministrator(portal));
});
afterEach(() => portal.close());

const look = async (): Promise<PlatformHealth> => platformHealth.parse((await admin.call(getHealth)).body);
const codes = async (): Promise<string[]> => (await look()).findings.map(({ code }) => code);

describe("the sweep", () => {
  test("is listed by table with its last run", async () => {
    await sweep(portal.context);
    const { sweep: tables, findings } = await look();
    expect(tables.length).toBeGreaterThan(15);
    expect(tables).toContainEqual(
      expect.objectContaining({ table: "portals", finishedAt: expect.any(String), removed: 0, hasFailed: false }),
    );
    expect(findings).toEqual([]);
  });

  test("that did not end for two hours is a finding, also if it never ended", async () => {
    const build = { version: "1.0.0", commit: undefined, node: "24.0.0", instance: "one" };
    await createHeartbeat(portal.context.database, build, portal.context.vault).beat();
    await portal.clock.travel(7201);
    admin = await logIn(portal.browser(), await anAdministrator(portal));
    expect(await codes()).toContain("SweepStalls");
    await sweep(portal.context);
    expect(await codes()).not.toContain("SweepStalls");
    await portal.clock.travel(7201);
    admin = await logIn(portal.browser(), await anAdministrator(portal));
    expect(await codes()).toContain("SweepStalls");
  });

  test("that did not end for two hours on one table is a finding, though the other tables were swept", async () => {
    await sweep(portal.context);
    const { database } = portal.context;
    const ago = (seconds: number) => ({ finished_at: sql<Date>`now() - make_interval(secs => ${seconds})` });
    await database.updateTable("sweep_runs").set(ago(7000)).where("name", "=", "badges").execute();
    expect(await codes()).toEqual([]);
    await database.updateTable("sweep_runs").set(ago(7201)).where("name", "=", "badges").execute();
    expect(await codes()).toEqual(["SweepStalls"]);
  });

  test("of a table that this release does not sweep is no finding", async () => {
    await sweep(portal.context);
    const run = {
      name: "of_another_release",
      started_at: sql<Date>`now() - interval '1 day'`,
      finished_at: sql<Date>`now() - interval '1 day'`,
    };
    await portal.context.database.insertInto("sweep_runs").values(run).execute();
    expect((await look()).sweep.map(({ table }) => table)).not.toContain("of_another_release");
    expect(await codes()).toEqual([]);
  });

  test("that failed on a table is a finding about the table, without the error's words", async () => {
    await sweep(portal.context);
    await portal.context.database.updateTable("sweep_runs").set({ error: "a secret" }).where("name", "=", "badges").execute();
    const health = await look();
    expect(health.findings).toEqual([{ code: "SweepFails", about: "badges" }]);
    expect(JSON.stringify(health)).not.toContain("a secret");
  });
});
