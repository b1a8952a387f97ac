/** A list that is being applied gives nothing to a person who leaves the school meanwhile (docs/decisions/0025). */
import { requestUserDeletion } from "@storyport/contract/accounts";
import { removeOrganizationMember } from "@storyport/contract/organizations";
import { undoRoster } from "@storyport/contract/rosters";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "#test/browser.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aSession, anAccount } from "#test/builders.ts";
import type { TestAccount } from "#test/builders.ts";
import { askForDeletion } from "#test/mailed-links.ts";
import { anOffice, applied, apply, checked, groupNamed, listed, taughtBy } from "#test/rosters.ts";
import type { RosterOffice } from "#test/rosters.ts";
import { eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const six = ["s1 Nora", "s2 Emil", "s3 Aksel", "s4 Li", "s5 Bo", "s6 Ada"];

const remove = async ({ desk, organization }: RosterOffice, { id: userId }: { id: string }) =>
  desk.call(removeOrganizationMember, { params: { organizationId: organization.id, userId } });

/** The run waits for the mark of a student, when it holds its classes already. Meanwhile `happens`. */
async function applyWhile<T>(office: RosterOffice, runId: string, happens: () => Promise<T>): Promise<T & { applied: Promise<Answer> }> {
  const { database } = portal.context;
  return database.transaction().execute(async (transaction) => {
    const marks = transaction.selectFrom("roster_students").select("player_id").where("organization_id", "=", office.organization.id);
    await marks.forUpdate().execute();
    const pending = apply(office.desk, runId);
    while ((await countWaiting()) < 1);
    // In an object, because this function would await the answer, which waits for the end of the transaction.
    return { ...(await happens()), applied: pending };
  });
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(portal.context.database);
  return rows[0]?.count ?? 0;
}

const rightsOf = ({ id }: { id: string }) =>
  portal.context.database.selectFrom("account_player_group_rights").select("rights_level").where("account_id", "=", id).execute();

describe("a teacher whom a list gives a class", () => {
  interface Given {
    office: RosterOffice;
    leaving: TestAccount;
    staying: TestAccount;
    playerGroupId: string;
    runId: string;
  }

  async function aGivenClass(): Promise<Given> {
    const office = await anOffice(portal);
    const memberships = [{ organization: office.organization, roles: ["teacher"] }];
    const [leaving, staying] = [await anAccount(portal, { memberships }), await anAccount(portal, { memberships })];
    await applied(office, [listed("c1", "2A", six)]);
    const playerGroupId = await groupNamed(portal, office, "2A");
    const runId = await checked(office, [taughtBy(listed("c1", "2A", six.slice(1)), [leaving.email, staying.email])]);
    return { office, leaving, staying, playerGroupId, runId };
  }

  test("and who leaves the school meanwhile gets no right, and the others do", async () => {
    const { office, leaving, staying, playerGroupId, runId } = await aGivenClass();
    const race = await applyWhile(office, runId, async () => ({ left: await remove(office, leaving) }));
    expect(race.left.status).toBe(204);
    expect((await race.applied).status).toBe(204);
    expect(await rightsOf(leaving)).toEqual([]);
    expect(await rightsOf(staying)).toEqual([{ rights_level: "MODIFY" }]);
    const given = (await eventsAbout(portal, playerGroupId)).filter(({ event }) => event === "player_group_right_set");
    expect(given).toHaveLength(1);
    expect((await office.desk.call(undoRoster, { params: { runId }, body: {} })).status).toBe(204);
    expect([...(await rightsOf(leaving)), ...(await rightsOf(staying))]).toEqual([]);
  });

  test("and who deletes the account meanwhile has no right when both are done", async () => {
    const { office, leaving, runId } = await aGivenClass();
    const email = leaving.email ?? "";
    const token = await askForDeletion(portal, email);
    // The erasure waits for the list, which names the teacher.
    const race = await applyWhile(office, runId, async () => {
      const deleted = portal.browser().call(requestUserDeletion, { body: { email, token } });
      while ((await countWaiting()) < 2);
      return { deleted };
    });
    const [list, deletion] = await Promise.all([race.applied, race.deleted]);
    expect(deletion.status, deletion.text).toBe(200);
    // If the erasure comes first, the list goes with it.
    expect([204, 404]).toContain(list.status);
    expect(await rightsOf(leaving)).toEqual([]);
  });
});

test("a manager who leaves while the own list makes a class does not own it", async () => {
  const office = await anOffice(portal);
  const manager = await anAccount(portal, { memberships: [{ organization: office.organization, roles: ["organization_admin"] }] });
  const desk = await aSession(portal, manager, { loginType: "PASSWORD", organizationId: office.organization.id });
  await applied(office, [listed("c1", "2A", six)]);
  const runId = await checked(office, [listed("c1", "2A", six.slice(1)), listed("c2", "2B", ["s7 Ea"])]);
  const { database } = portal.context;
  const { pending } = await database.transaction().execute(async (transaction) => {
    const held = transaction.selectFrom("organization_members").select("account_id").where("account_id", "=", manager.id);
    await held.forUpdate().execute();
    const answer = apply(desk, runId);
    while ((await countWaiting()) < 1);
    await transaction.deleteFrom("organization_members").where("account_id", "=", manager.id).execute();
    return { pending: answer };
  });
  expect((await pending).status).toBe(204);
  expect(await rightsOf(manager)).toEqual([]);
});
