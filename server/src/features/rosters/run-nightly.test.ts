/** Lists without questions are applied by night, and the managers are told of the others. */
import { answerMissing } from "@storyport/contract/missing-students";
import { connectRoster } from "@storyport/contract/rosters";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aSession, anAccount } from "#test/builders.ts";
import { meanwhileInOrganization } from "#test/meanwhile.ts";
import { anOffice, applied, apply, checked, classesOf, groupNamed, listed, overview, shown } from "#test/rosters.ts";
import type { RosterOffice } from "#test/rosters.ts";
import { runNightly } from "./run-nightly.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
beforeEach(() => portal.context.database.deleteFrom("roster_runs").execute());
afterAll(() => portal.close());

const five = ["s1 Nora", "s2 Emil", "s3 Aksel", "s4 Li", "s5 Bo"];
const night = () => runNightly(portal.context);

/** Makes a run older than the last night. */
async function beforeTheNight(runId: string): Promise<void> {
  await sql`update roster_runs set made_at = made_at - interval '1 day' where id = ${runId}::uuid`.execute(portal.context.database);
}

async function letters(): Promise<string[]> {
  await portal.sendLetters();
  return portal.mailbox.letters.filter(({ subject }) => /changes to your classes/.test(subject)).map(({ to }) => to);
}

describe("runNightly", () => {
  test("applies a list that waited when the night came, once, also in fifty processes", async () => {
    const office = await anOffice(portal, "NIGHTLY");
    const runId = await checked(office, [listed("c1", "2A", five)]);
    await beforeTheNight(runId);
    await Promise.all(Array.from({ length: 50 }, night));
    expect((await shown(office.desk, runId)).run).toMatchObject({ status: "APPLIED" });
    expect((await shown(office.desk, runId)).run.decidedBy).toBeUndefined();
    expect(await classesOf(portal, office)).toEqual({ "2A": ["Aksel", "Bo", "Emil", "Li", "Nora"] });
    expect(await letters()).not.toContain(office.head.email);
  });

  test("leaves a list of today for the next night", async () => {
    const office = await anOffice(portal, "NIGHTLY");
    const runId = await checked(office, [listed("c1", "2A", five)]);
    await night();
    expect((await shown(office.desk, runId)).run.status).toBe("CHECKED");
    await beforeTheNight(runId);
    await night();
    expect((await shown(office.desk, runId)).run.status).toBe("APPLIED");
  });

  test("a list that would take more than a fifth of a class waits, and each manager of the organization gets one letter a night", async () => {
    const office = await anOffice(portal, "NIGHTLY");
    await applied(office, [listed("c1", "2A", five)]);
    const { organization } = office;
    const teacher = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    const runId = await checked(office, [listed("c1", "2A", five.slice(0, 2))]);
    await beforeTheNight(runId);
    await Promise.all(Array.from({ length: 50 }, night));
    expect((await shown(office.desk, runId)).run.status).toBe("STOPPED");
    const told = await letters();
    expect(told.filter((to) => to === office.head.email)).toHaveLength(1);
    expect(told).not.toContain(teacher.email);
    await portal.context.database
      .updateTable("roster_connections")
      .set({ told_at: sql<Date>`told_at - interval '1 day'` })
      .execute();
    await night();
    expect((await letters()).filter((to) => to === office.head.email)).toHaveLength(2);
  });

  test("an administrator of the platform who is a plain member of the school gets no letter about its lists", async () => {
    const office = await anOffice(portal, "NIGHTLY");
    const { organization } = office;
    const member = await anAccount(portal, { platformRoles: ["admin"], memberships: [{ organization, roles: ["teacher"] }] });
    const manager = await anAccount(portal, { platformRoles: ["admin"], memberships: [{ organization, roles: ["organization_admin"] }] });
    await applied(office, [listed("c1", "2A", five)]);
    await beforeTheNight(await checked(office, [listed("c1", "2A", five.slice(0, 2))]));
    await night();
    const told = await letters();
    expect(told).not.toContain(member.email);
    expect(told).toEqual(expect.arrayContaining([office.head.email, manager.email]));
  });

  const ten = [...five, "s6 Ada", "s7 Ea", "s8 Al", "s9 Ulf", "s10 Siv"];
  /** Lists the class with fewer students in one more night. */
  const nightWith = async (office: RosterOffice, students: readonly string[]) => {
    const runId = await checked(office, [listed("c1", "2A", students)]);
    await beforeTheNight(runId);
    await night();
    return (await shown(office.desk, runId)).run.status;
  };
  const daysPass = async (days: number) =>
    void (await sql`update roster_runs set decided_at = decided_at - make_interval(days => ${days}::int)`.execute(portal.context.database));

  test("small lists of several nights do not empty a class: what left in seven days counts together", async () => {
    const office = await anOffice(portal, "NIGHTLY");
    await applied(office, [listed("c1", "2A", ten)]);
    expect(await nightWith(office, ten.slice(1))).toBe("APPLIED");
    expect(await nightWith(office, ten.slice(2))).toBe("APPLIED");
    expect(await nightWith(office, ten.slice(3))).toBe("STOPPED");
    await daysPass(7);
    expect(await nightWith(office, ten.slice(3))).toBe("APPLIED");
  });

  test("of the students who left in seven days, those who are listed again and those a person let go do not count", async () => {
    const office = await anOffice(portal, "NIGHTLY");
    await applied(office, [listed("c1", "2A", ten)]);
    expect(await nightWith(office, ten.slice(2))).toBe("APPLIED");
    expect(await nightWith(office, ten)).toBe("APPLIED");
    await applied(office, [listed("c1", "2A", ten.slice(2))]);
    expect(await nightWith(office, ten.slice(3))).toBe("APPLIED");
  });

  test("students whom a teacher lets go on the page of the class do not count, and those without an answer do", async () => {
    const nightAfter = async (answered: number) => {
      const office = await anOffice(portal, "NIGHTLY");
      await applied(office, [listed("c1", "2A", ten)]);
      expect(await nightWith(office, ten.slice(2))).toBe("APPLIED");
      const params = { playerGroupId: await groupNamed(portal, office, "2A") };
      const playerIds = (await overview(office)).missing.map(({ playerId }) => playerId).slice(0, answered);
      expect((await office.desk.call(answerMissing, { params, body: { playerIds, answer: "left" } })).status).toBe(204);
      return await nightWith(office, ten.slice(3));
    };
    expect(await nightAfter(2)).toBe("APPLIED");
    expect(await nightAfter(1)).toBe("STOPPED");
  });

  test("students whom a night moved to another class count for the class that they left", async () => {
    const office = await anOffice(portal, "NIGHTLY");
    await applied(office, [listed("c1", "2A", ten), listed("c2", "2B", [])]);
    for (const [count, status] of [
      [2, "APPLIED"],
      [3, "STOPPED"],
    ] as const) {
      const runId = await checked(office, [listed("c1", "2A", ten.slice(count)), listed("c2", "2B", ten.slice(0, count))]);
      await beforeTheNight(runId);
      await night();
      expect((await shown(office.desk, runId)).run.status).toBe(status);
    }
  });

  test("a list with a question waits, and so does every list that needs approval", async () => {
    const asked = await anOffice(portal, "NIGHTLY");
    const question = await checked(asked, [listed("c1", "2A", ["s1 Nora"]), listed("c2", "2B", ["s1 Nora"])]);
    const approving = await anOffice(portal);
    const plain = await checked(approving, [listed("c1", "2A", five)]);
    for (const runId of [question, plain]) await beforeTheNight(runId);
    await night();
    expect((await shown(asked.desk, question)).run.status).toBe("CHECKED");
    expect((await shown(approving.desk, plain)).run.status).toBe("CHECKED");
    expect(await letters()).toEqual(expect.arrayContaining([asked.head.email, approving.head.email]));
  });

  test("a list that fails holds up no list of another school and no letter, and is tried again", async () => {
    const [broken, other, asked] = [await anOffice(portal, "NIGHTLY"), await anOffice(portal, "NIGHTLY"), await anOffice(portal)];
    const failing = await checked(broken, [listed("c1", "2A", five)]);
    const list = (roster: object[]) =>
      sql`update roster_runs set roster = ${JSON.stringify(roster)}::jsonb where id = ${failing}::uuid`.execute(portal.context.database);
    await list([{ externalId: "c1" }]);
    const plain = await checked(other, [listed("c1", "2A", five)]);
    const waiting = await checked(asked, [listed("c1", "2A", five)]);
    for (const runId of [failing, plain, waiting]) await beforeTheNight(runId);
    await expect(night()).rejects.toThrow(TypeError);
    expect((await shown(other.desk, plain)).run.status).toBe("APPLIED");
    expect(await letters()).toContain(asked.head.email);
    await list([listed("c1", "2A", five)]);
    await night();
    expect((await shown(broken.desk, failing)).run.status).toBe("APPLIED");
  });

  /** While the night applies the list of the first school, something happens at the second. Returns the state of both lists. */
  async function whileTheFirst(happens: (second: RosterOffice) => Promise<unknown>, nightWork = night): Promise<string[]> {
    const offices = [await anOffice(portal, "NIGHTLY"), await anOffice(portal, "NIGHTLY")] as const;
    const runIds = [];
    for (const office of offices) {
      runIds.push(await checked(office, [listed("c1", "2A", five)]));
      await beforeTheNight(runIds.at(-1) ?? "");
    }
    const [first, second] = offices;
    await meanwhileInOrganization(portal, {
      organization: first.organization,
      happens: async () => undefined,
      call: nightWork,
      goesOn: () => happens(second),
    });
    const runs = portal.context.database.selectFrom("roster_runs").select("status").where("id", "in", runIds).orderBy("made_at");
    return (await runs.execute()).map(({ status }) => status);
  }

  test.each([
    [
      "the school that wants to approve its lists meanwhile",
      async ({ desk, organization: { id: organizationId } }: RosterOffice) => {
        const body = { organizationId, source: "ONEROSTER", mode: "APPROVAL" } as const;
        expect((await desk.call(connectRoster, { body })).status).toBe(204);
      },
    ],
    [
      "a person who is deactivated meanwhile",
      ({ head }: RosterOffice) =>
        portal.context.database.updateTable("accounts").set({ status: "DEACTIVATED" }).where("id", "=", head.id).execute(),
    ],
    [
      "a person who manages members no more meanwhile",
      ({ head }: RosterOffice) =>
        portal.context.database.updateTable("account_roles").set({ role_key: "teacher" }).where("account_id", "=", head.id).execute(),
    ],
  ])("the list of %s waits, also if the night has begun before", async (_, happens) => {
    expect(await whileTheFirst(happens)).toEqual(["APPLIED", "CHECKED"]);
  });

  test("a portal that stops finishes the list that it applies, and leaves the next to another process", async () => {
    const [stopping, before] = [new AbortController(), await letters()];
    const nightWork = () => runNightly(portal.context, { signal: stopping.signal });
    expect(await whileTheFirst(async () => stopping.abort(), nightWork)).toEqual(["APPLIED", "CHECKED"]);
    expect(await letters()).toEqual(before);
  });

  test("a list of a person who has left waits for another", async () => {
    const office = await anOffice(portal, "NIGHTLY");
    const runId = await checked(office, [listed("c1", "2A", five)]);
    await beforeTheNight(runId);
    await portal.context.database.updateTable("accounts").set({ status: "DEACTIVATED" }).where("id", "=", office.head.id).execute();
    await night();
    const { status } = await portal.context.database
      .selectFrom("roster_runs")
      .select("status")
      .where("id", "=", runId)
      .executeTakeFirstOrThrow();
    expect(status).toBe("CHECKED");
  });

  test("a file of a person who manages members no more waits for another, and is told to the managers", async () => {
    const office = await anOffice(portal, "NIGHTLY");
    const { organization, head } = office;
    const manager = await anAccount(portal, { memberships: [{ organization, roles: ["organization_admin"] }] });
    const runId = await checked(office, [listed("c1", "2A", five)]);
    await beforeTheNight(runId);
    // A teacher still manages players.
    const role = portal.context.database.updateTable("account_roles").set({ role_key: "teacher" }).where("account_id", "=", head.id);
    await role.where("organization_id", "=", organization.id).execute();
    await night();
    expect(await classesOf(portal, office)).toEqual({});
    const told = await letters();
    expect(told).toContain(manager.email);
    expect(told).not.toContain(head.email);
    const desk = await aSession(portal, manager, { loginType: "PASSWORD", organizationId: organization.id });
    expect((await apply(desk, runId)).status).toBe(204);
  });
});
