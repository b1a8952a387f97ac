/** A student whom the school's list puts into two classes, and later into fewer. */
import { undoRoster } from "@storyport/contract/rosters";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { anOffice, applied, changesOf, checked, listed, overview, shown } from "#test/rosters.ts";
import type { RosterOffice } from "#test/rosters.ts";
import { runNightly } from "./run-nightly.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const ofA = ["a1 Al", "a2 Bo", "a3 Ea", "a4 Li", "a5 Ida", "a6 Ulf"];
const ofB = ["b1 Ada", "b2 Emil", "b3 Siv", "b4 Tor", "b5 Una", "b6 Odd"];

/** Nora is in both classes, as the list says and a person has confirmed. */
async function twoClasses(mode: "APPROVAL" | "NIGHTLY" = "APPROVAL"): Promise<RosterOffice> {
  const office = await anOffice(portal, mode);
  const list = [listed("c1", "2A", ["s1 Nora", ...ofA]), listed("c2", "2B", ["s1 Nora", ...ofB])];
  await applied(office, list, { forAll: { twoClasses: "same" } });
  return office;
}

describe("a student of two classes whom the list names no more", () => {
  const without = [listed("c1", "2A", ofA), listed("c2", "2B", ofB)];

  test("is marked once, and counts as a loss of each class", async () => {
    const office = await twoClasses();
    const runId = await applied(office, without);
    expect(await changesOf(office.desk, runId)).toMatchObject([
      { kind: "LEFT", name: "Nora" },
      { kind: "LEFT", name: "Nora" },
    ]);
    const { classes } = await shown(office.desk, runId);
    expect(classes.map(({ className, counts }) => [className, counts.LEFT])).toEqual([
      ["2A", 1],
      ["2B", 1],
    ]);
    expect(new Set((await overview(office)).missing.map(({ playerName }) => playerName))).toEqual(new Set(["Nora"]));
    expect((await office.desk.call(undoRoster, { params: { runId }, body: {} })).status).toBe(204);
    expect((await overview(office)).missing).toEqual([]);
  });

  test("is marked by night too", async () => {
    const office = await twoClasses("NIGHTLY");
    const runId = await checked(office, without);
    await sql`update roster_runs set made_at = made_at - interval '1 day' where id = ${runId}::uuid`.execute(portal.context.database);
    await runNightly(portal.context);
    expect((await shown(office.desk, runId)).run.status).toBe("APPLIED");
  });
});
