/** A reading of Feide's groups counts for the school as it is when the reading ends, and replaces the teacher's former one. */
import { connectRoster, disconnectRoster } from "@storyport/contract/rosters";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { buildFederatedPortal } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";
import { aFeideSchool, aFeideTeacher, aGroup, aSchoolNumber, logInAndRead, logInByFeide } from "#test/feide-schools.ts";
import type { FeideSchool } from "#test/feide-schools.ts";
import { classesOf, connectFeide, overview } from "#test/rosters.ts";
import { claimOrganization } from "./progress-queries.ts";
import { readGroups } from "./read-groups.ts";
import { runNightly } from "./run-nightly.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterEach(() => portal.identities.behave());
afterAll(() => portal.close());

const statuses = async (school: FeideSchool) => (await overview(school)).runs.map(({ status }) => status);

/** A day passes for the runs that wait. */
async function nightComes(): Promise<void> {
  await sql`update roster_runs set made_at = made_at - interval '1 day' where decided_at is null`.execute(portal.context.database);
  await runNightly(portal.context);
}

/** Something happens while Feide answers with the members of a class. */
function duringTheReading(happens: () => Promise<unknown>): void {
  portal.identities.bends.before = async (path) => {
    if (path.endsWith("members")) await happens();
    return false;
  };
}

describe("a list of a teacher that waits for the night", () => {
  test.each([
    ["names the student again", ["Ingrid", "Jonas"]],
    ["names no class of the school", undefined],
  ])("is discarded by the next list of the teacher, which %s", async (_, students) => {
    const school = await aFeideSchool(portal);
    const { person } = await aFeideTeacher(portal, [school], [aGroup(school, "4C", ["Ingrid", "Jonas"])]);
    await logInAndRead(portal, person);
    await logInAndRead(portal, { ...person, groups: [aGroup(school, "4C", ["Ingrid"])] });
    expect(await statuses(school)).toEqual(["CHECKED", "APPLIED"]);
    await logInAndRead(portal, { ...person, groups: students === undefined ? [] : [aGroup(school, "4C", students)] });
    expect(await statuses(school)).toEqual(["DISCARDED", "APPLIED"]);
    await nightComes();
    expect((await overview(school)).missing).toEqual([]);
  });

  test("stays if another teacher's list changes nothing", async () => {
    const school = await aFeideSchool(portal);
    const { person } = await aFeideTeacher(portal, [school], [aGroup(school, "4C", ["Ingrid", "Jonas"])]);
    const colleague = await aFeideTeacher(portal, [school]);
    await logInAndRead(portal, person);
    await logInAndRead(portal, { ...person, groups: [aGroup(school, "4C", ["Ingrid"])] });
    await logInAndRead(portal, colleague.person);
    expect(await statuses(school)).toEqual(["CHECKED", "APPLIED"]);
  });
});

describe("a reading during which", () => {
  const taughtAt = async (school: FeideSchool) => aFeideTeacher(portal, [school], [aGroup(school, "4C", ["Ingrid"])]);

  test("an administrator changes the number of the school brings no class of the former school", async () => {
    const school = await aFeideSchool(portal);
    const { person } = await taughtAt(school);
    duringTheReading(async () =>
      expect((await connectFeide(portal, school.organization, { schoolNumber: aSchoolNumber() })).status).toBe(204),
    );
    await logInAndRead(portal, person);
    expect(await classesOf(portal, school)).toEqual({});
    const { runs, connection } = await overview(school);
    expect(runs).toEqual([]);
    expect(connection?.readAt).toBeUndefined();
  });

  test("the school wants to approve its lists brings a list that waits for a person", async () => {
    const school = await aFeideSchool(portal);
    const { person } = await taughtAt(school);
    const body = { organizationId: school.organization.id, source: "FEIDE", mode: "APPROVAL", schoolNumber: school.schoolNumber } as const;
    duringTheReading(async () => expect((await school.desk.call(connectRoster, { body })).status).toBe(204));
    await logInAndRead(portal, person);
    expect(await classesOf(portal, school)).toEqual({});
    expect(await statuses(school)).toEqual(["CHECKED"]);
  });

  test("the school disconnects, or the teacher leaves it, brings nothing", async () => {
    const [school, other] = [await aFeideSchool(portal), await aFeideSchool(portal)];
    const body = { organizationId: school.organization.id };
    duringTheReading(async () => expect((await school.desk.call(disconnectRoster, { body })).status).toBe(204));
    await logInAndRead(portal, (await taughtAt(school)).person);
    const { account, person } = await taughtAt(other);
    duringTheReading(() => portal.context.database.deleteFrom("account_roles").where("account_id", "=", account.id).execute());
    await logInAndRead(portal, person);
    for (const each of [school, other]) {
      expect(await classesOf(portal, each)).toEqual({});
      expect(await statuses(each)).toEqual([]);
    }
  });
});

test("a reading that meets a list under way is tried again until that list is done, more than three times", async () => {
  const school = await aFeideSchool(portal);
  const { person } = await aFeideTeacher(portal, [school], [aGroup(school, "4C", ["Ingrid"])]);
  await logInByFeide(portal, person);
  for (let attempt = 0; attempt < 4; attempt++) {
    await portal.context.database.transaction().execute(async (transaction) => {
      await claimOrganization(transaction, school.organization.id);
      await readGroups(portal.context);
    });
    await portal.clock.travel(31);
  }
  expect(await classesOf(portal, school)).toEqual({});
  await readGroups(portal.context);
  expect(await classesOf(portal, school)).toEqual({ "4C": ["Ingrid"] });
});

test("a portal that stops finishes the reading that it has begun, and leaves the next teacher's to another process", async () => {
  const school = await aFeideSchool(portal);
  const groups = [aGroup(school, "4C", ["Ingrid"])];
  for (const each of [await aFeideTeacher(portal, [school], groups), await aFeideTeacher(portal, [school], groups)])
    await logInByFeide(portal, each.person);
  const stopping = new AbortController();
  duringTheReading(async () => stopping.abort());
  await readGroups(portal.context, { signal: stopping.signal });
  expect(await classesOf(portal, school)).toEqual({ "4C": ["Ingrid"] });
  expect(await portal.context.database.selectFrom("group_readings").select("account_id").execute()).toHaveLength(1);
});
