/** What an erasure leaves of a person in the lists of the school: nothing (docs/decisions/0056). */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestUserDeletion } from "@storyport/contract/accounts";
import { eraseStudent } from "@storyport/contract/erasures";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { anAccount } from "#test/builders.ts";
import { askForDeletion } from "#test/mailed-links.ts";
import { anOffice, applied, checked, listed, taughtBy } from "#test/rosters.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function tablesOfListsWith(text: string): Promise<string[]> {
  const tables = ["roster_runs", "roster_changes", "roster_students", "roster_former_marks", "roster_classes", "roster_connections"];
  const found = tables.map(async (table) => {
    const { rows } = await sql`select from ${sql.table(table)} t where t::text ilike ${`%${text}%`} limit 1`.execute(
      portal.context.database,
    );
    return rows.length > 0 ? [table] : [];
  });
  return (await Promise.all(found)).flat();
}

async function accountCalled(name: string): Promise<string> {
  const players = portal.context.database.selectFrom("account_players as ap").innerJoin("players as p", "p.id", "ap.player_id");
  return (await players.select("ap.account_id").where("p.name", "=", name).executeTakeFirstOrThrow()).account_id;
}

test("an erased student is in no list any more, also in one that was discarded before the student had an account", async () => {
  const office = await anOffice(portal);
  const list = [listed("c1", "2A", ["fnr123 Unmistakabla", "s2 Emil"]), listed("c2", "2B", ["fnr123 Unmistakabla"])];
  await checked(office, list);
  // Without an answer to the question about the second class, which stays in the run.
  await applied(office, list);
  const body = { studentUserId: await accountCalled("Unmistakabla"), askedBy: "PARENT" };
  const erased = await office.desk.call(eraseStudent, { body });
  expect(erased.status, erased.text).toBe(201);
  expect(await tablesOfListsWith("unmistakabla")).toEqual([]);
  expect(await tablesOfListsWith("fnr123")).toEqual([]);
  expect(await tablesOfListsWith("Emil")).toContain("roster_changes");
});

test("a deleted teacher is in no list any more: neither in one that was applied nor in one that waits", async () => {
  const office = await anOffice(portal);
  const { organization } = office;
  const email = "solveig.traceable@school.example";
  await anAccount(portal, { email, displayName: "Solveig Traceable", memberships: [{ organization, roles: ["teacher"] }] });
  await applied(office, [taughtBy(listed("c1", "2A", ["s1 Nora"]), [email])]);
  // Nothing changes for the teacher, whose address alone is in this list.
  await checked(office, [taughtBy(listed("c1", "2A", ["s1 Nora", "s3 Li"]), [email])]);
  expect(await tablesOfListsWith("traceable")).toEqual(["roster_runs", "roster_changes"]);
  const token = await askForDeletion(portal, email);
  expect((await portal.browser().call(requestUserDeletion, { body: { email, token } })).status).toBe(200);
  expect(await tablesOfListsWith("traceable")).toEqual([]);
  expect(await tablesOfListsWith("Nora")).toContain("roster_changes");
});
