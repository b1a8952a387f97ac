/** Teachers list, issue, reprint and void badges (specification, section 3). */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { validateAuth } from "@storyport/contract/login";
import { issueBadges, issueOneTimeCodes, listBadges, reprintBadges, voidBadges, voidOneTimeCodes } from "@storyport/contract/qr-login";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPlayerGroup, aSession, anAccount, anAdministrator } from "#test/builders.ts";
import { handOver, postToken, readTokens, redemptionOf, refresh } from "#test/oauth-client.ts";
import { aClass, badgesOf, codeOn, scan } from "#test/school-class.ts";
import type { SchoolClass } from "#test/school-class.ts";
import { anAdminDesk, editAsItIs } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const of = ({ group }: Pick<SchoolClass, "group">) => ({ playerGroupId: group.id });

describe("issuing", () => {
  test("returns one entry per student with link, names and expiry, and nothing else", async () => {
    const school = await aClass(portal);
    const entries = await badgesOf(school);
    expect(entries).toEqual(
      ["Emil", "Nora"].map((displayName, index) => ({
        qrCodeUrl: expect.stringMatching(new RegExp(`^${publicUrl}/login/qr\\?code=[\\w-]{43}$`)),
        displayName,
        groupName: "2A",
        userId: school.students[1 - index]?.id,
        expiresAt: expect.stringMatching(/^\d{4}-07-\d\dT/),
      })),
    );
    expect(new Set(entries.map(codeOn)).size).toBe(2);
  });

  test("a new badge ends the former badge and its sessions; another student's badge stays", async () => {
    const school = await aClass(portal);
    const [emil, nora] = (await badgesOf(school)).map(codeOn);
    const tablet = portal.browser();
    expect((await scan(tablet, nora ?? "")).status).toBe(200);
    await badgesOf(school, school.students[0]?.id);
    expect((await tablet.call(validateAuth)).status).toBe(401);
    expect((await scan(portal.browser(), nora ?? "")).status).toBe(401);
    expect((await scan(portal.browser(), emil ?? "")).status).toBe(200);
  });

  test("ten concurrent issues for one student leave one working badge", async () => {
    const school = await aClass(portal);
    const issued = await Promise.all(Array.from({ length: 10 }, () => badgesOf(school, school.students[0]?.id)));
    const scans = await Promise.all(issued.flat().map((badge) => scan(portal.browser(), codeOn(badge))));
    expect(scans.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("a student without the badge login type gets none: errors.loginTypeNotAllowed; the whole group skips the student", async () => {
    const school = await aClass(portal);
    const [nora, emil] = school.students;
    const { desk: admin } = await anAdminDesk(portal);
    const taken = await editAsItIs(portal, {
      desk: admin,
      userId: nora?.id ?? "",
      body: { email: "nora@school.example", loginTypes: ["PASSWORD"] },
    });
    expect(taken.status, taken.text).toBe(200);
    const params = of(school);
    for (const endpoint of [issueBadges, issueOneTimeCodes]) {
      const refused = await school.desk.call(endpoint, { params, body: { studentUserId: nora?.id } });
      expect(refused).toMatchObject({ status: 403, body: { code: "errors.loginTypeNotAllowed" } });
      const issued = await school.desk.call(endpoint, { params, body: {} });
      expect((issued.body as { userId: string }[]).map(({ userId }) => userId)).toEqual([emil?.id]);
    }
    const types = await portal.context.database
      .selectFrom("account_login_types")
      .select("login_type")
      .where("account_id", "=", nora?.id ?? "")
      .execute();
    expect(types).toEqual([{ login_type: "PASSWORD" }]);
  });

  test("a group without students returns an empty list", async () => {
    const school = await aClass(portal, { students: [] });
    expect(await badgesOf(school)).toEqual([]);
  });

  test.each([
    ["2027-06-30T23:59:59Z", "2027-07-31T23:59:59.000Z"],
    ["2026-07-01T12:00:00Z", "2027-07-30T23:59:59.000Z"],
    ["2027-07-01T00:00:00Z", "2028-07-29T23:59:59.000Z"],
    ["2027-08-20T08:00:00Z", "2028-07-31T23:59:59.000Z"],
  ])("a badge of %s is valid until %s: the end of a day, because the paper names only the day", async (day, end) => {
    const { rows } = await sql<{ at: Date }>`select school_year_end(${day}::timestamptz) as at`.execute(portal.context.database);
    expect(rows[0]?.at.toISOString()).toBe(end);
  });
});

describe("listing and reprinting", () => {
  test("the list shows each badge's expiry, never the badge itself", async () => {
    const school = await aClass(portal);
    await badgesOf(school, school.students[0]?.id);
    const { body, text } = await school.desk.call(listBadges, { params: of(school) });
    expect(body).toEqual({
      id: school.group.id,
      groupName: "2A",
      rightsType: "OWNER",
      students: [
        { userId: school.students[1]?.id, displayName: "Emil", playerId: school.playerIds[1], mayUseBadge: true },
        {
          userId: school.students[0]?.id,
          displayName: "Nora",
          playerId: school.playerIds[0],
          mayUseBadge: true,
          badge: { createdAt: expect.any(String), expiresAt: expect.any(String) },
        },
      ],
    });
    expect(text).not.toContain("code=");
  });

  test("a reprint returns the same badge, which keeps working, and is recorded", async () => {
    const school = await aClass(portal);
    const issued = await badgesOf(school);
    const { status, body } = await school.desk.call(reprintBadges, { params: of(school), body: {} });
    expect(status).toBe(200);
    expect(body).toEqual(issued);
    expect((await scan(portal.browser(), codeOn(issued[0]))).status).toBe(200);
    const one = await school.desk.call(reprintBadges, { params: of(school), body: { studentUserId: issued[0]?.userId } });
    expect(one.body).toEqual([issued[0]]);
    const events = await portal.context.database
      .selectFrom("audit_events")
      .select("event")
      .where("event", "=", "badge_reprinted")
      .execute();
    expect(events).toHaveLength(3);
  });

  test("a badge that another key sealed is not printed again, and still works", async () => {
    const school = await aClass(portal);
    const [badge] = await badgesOf(school);
    await portal.context.database
      .updateTable("badges")
      .set({ sealed_code: Buffer.alloc(60) })
      .where("account_id", "=", badge?.userId ?? "")
      .execute();
    expect((await school.desk.call(reprintBadges, { params: of(school), body: {} })).body).toHaveLength(1);
    expect((await scan(portal.browser(), codeOn(badge))).status).toBe(200);
  });
});

describe("voiding", () => {
  test("a voided badge with an open session ends it, its waiting game code and its tokens", async () => {
    const school = await aClass(portal);
    const code = codeOn((await badgesOf(school, school.students[0]?.id))[0]);
    const [open, playing, waiting] = [portal.browser(), portal.browser(), portal.browser()];
    for (const browser of [open, playing, waiting]) await scan(browser, code);
    const played = await handOver(playing, school.game);
    const tokens = readTokens(await postToken(portal, redemptionOf(played)), played.clientId);
    const waits = await handOver(waiting, school.game);
    const studentUserId = school.students[0]?.id;
    expect((await school.desk.call(voidBadges, { params: of(school), body: { studentUserId } })).status).toBe(204);
    expect((await open.call(validateAuth)).status).toBe(401);
    expect((await scan(open, code)).body).toMatchObject({ code: "errors.qrLoginUrlInValid" });
    expect((await refresh(portal, tokens)).status).toBe(400);
    expect((await postToken(portal, redemptionOf(waits))).status).toBe(400);
  });

  test("voids the whole group's at once; the teacher stays logged in", async () => {
    const school = await aClass(portal);
    const issued = await badgesOf(school);
    expect((await school.desk.call(voidBadges, { params: of(school), body: {} })).status).toBe(204);
    for (const badge of issued) expect((await scan(portal.browser(), codeOn(badge))).status).toBe(401);
    const { body } = await school.desk.call(reprintBadges, { params: of(school), body: {} });
    expect(body).toEqual([]);
    // Again, when nothing is left to void.
    expect((await school.desk.call(voidBadges, { params: of(school), body: {} })).status).toBe(204);
  });

  test("leaves no session under fifty concurrent scans", async () => {
    const school = await aClass(portal);
    const code = codeOn((await badgesOf(school, school.students[0]?.id))[0]);
    const browsers = Array.from({ length: 50 }, () => portal.browser());
    const [voided] = await Promise.all([
      school.desk.call(voidBadges, { params: of(school), body: {} }),
      ...browsers.map((browser) => scan(browser, code)),
    ]);
    expect(voided.status).toBe(204);
    const { database } = portal.context;
    const left = await database
      .selectFrom("sessions")
      .select("digest")
      .where("account_id", "=", school.students[0]?.id ?? "")
      .execute();
    expect(left).toEqual([]);
  });
});

const codeCalls = [issueOneTimeCodes, voidOneTimeCodes];
/** The calls that change something. The tests make each for the group's first student. */
const changes = [issueBadges, reprintBadges, voidBadges, ...codeCalls];

describe("rights on the group", () => {
  test.each(["MODIFY", "OWNER", "SPECIAL"] as const)("%s allows every call", async (level) => {
    const school = await aClass(portal, { level });
    await badgesOf(school);
    for (const endpoint of changes) {
      const body = { studentUserId: school.students[0]?.id };
      expect((await school.desk.call(endpoint, { params: of(school), body })).status).toBeLessThan(300);
    }
  });

  test.each([
    ["READ", "the list, and nothing else", []],
    ["PLAY", "the list and one-time codes, and nothing else", codeCalls],
  ] as const)("%s allows %s: errors.notAllowed", async (level, _, allowed: readonly (typeof changes)[number][]) => {
    const school = await aClass(portal, { level });
    expect((await school.desk.call(listBadges, { params: of(school) })).body).toMatchObject({ rightsType: level });
    for (const endpoint of changes) {
      const { status, body } = await school.desk.call(endpoint, { params: of(school), body: { studentUserId: school.students[0]?.id } });
      if (allowed.includes(endpoint)) expect(status).toBeLessThan(300);
      else expect({ status, body }).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
    }
  });

  test.each(["NONE", "another school", "no such group"])("%s: errors.notFound", async (why) => {
    const school = await aClass(portal, { level: why === "NONE" ? "NONE" : "OWNER" });
    const { desk } = why === "another school" ? await aClass(portal) : school;
    const params = { playerGroupId: why === "no such group" ? randomUUID() : school.group.id };
    expect((await desk.call(listBadges, { params })).body).toMatchObject({ code: "errors.notFound" });
    for (const endpoint of changes) {
      const { status, body } = await desk.call(endpoint, { params, body: { studentUserId: school.students[0]?.id } });
      expect({ status, body }).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    }
  });

  test("a student of another group, a teacher and an unknown id: errors.notFound", async () => {
    const [school, other] = [await aClass(portal), await aClass(portal)];
    for (const studentUserId of [other.students[0]?.id, school.teacher.id, randomUUID()]) {
      for (const endpoint of changes) {
        const { status, body } = await school.desk.call(endpoint, { params: of(school), body: { studentUserId } });
        expect({ status, body }).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
      }
    }
  });

  test("rights through a user group count; an archived user group gives none", async () => {
    const school = await aClass(portal, { level: "NONE" });
    const { database } = portal.context;
    const { id } = await database
      .insertInto("user_groups")
      .values({ organization_id: school.organization.id, name: "Staff" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await database.insertInto("user_group_members").values({ user_group_id: id, account_id: school.teacher.id }).execute();
    const right = { user_group_id: id, player_group_id: school.group.id, rights_level: "MODIFY" as const };
    await database.insertInto("user_group_player_groups").values(right).execute();
    expect(await badgesOf(school)).toHaveLength(2);
    await database.updateTable("user_groups").set({ group_type: "ARCHIVED" }).where("id", "=", id).execute();
    expect((await school.desk.call(listBadges, { params: of(school) })).status).toBe(404);
  });

  test("rights left over in a school after the membership ended give no access", async () => {
    const school = await aClass(portal);
    await portal.context.database.deleteFrom("organization_members").where("account_id", "=", school.teacher.id).execute();
    expect((await school.desk.call(listBadges, { params: of(school) })).status).toBe(404);
  });

  test("OWNER on a group gives no access if only another school gives the permission to manage players: errors.notFound", async () => {
    const [one, other] = [await aClass(portal), await aClass(portal)];
    const both = await anAccount(portal, {
      memberships: [
        { organization: one.organization, roles: ["teacher"] },
        { organization: other.organization, roles: ["member"] },
      ],
    });
    const group = await aPlayerGroup(portal, { organization: other.organization, rights: [{ account: both, level: "OWNER" }] });
    const browser = await aSession(portal, both, { loginType: "PASSWORD" });
    const { status, body } = await browser.call(issueBadges, { params: { playerGroupId: group.id }, body: {} });
    expect({ status, body }).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
  });

  test("an administrator may make every call in every school", async () => {
    const school = await aClass(portal, { level: "NONE" });
    const desk = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
    const badges = await badgesOf({ desk, group: school.group });
    expect(badges.map(({ displayName }) => displayName)).toEqual(["Emil", "Nora"]);
    const call = { params: of(school), body: { studentUserId: school.students[0]?.id } };
    for (const endpoint of changes) expect((await desk.call(endpoint, call)).status, endpoint.name).toBeLessThan(300);
  });

  test("a promoted student is not in the list, and gets no badge", async () => {
    const school = await aClass(portal);
    const account_id = school.students[0]?.id ?? "";
    const promotion = { account_id, role_key: "teacher", organization_id: school.organization.id };
    await portal.context.database.insertInto("account_roles").values(promotion).execute();
    expect(await badgesOf(school)).toHaveLength(1);
    const answer = await school.desk.call(issueBadges, { params: of(school), body: { studentUserId: account_id } });
    expect(answer.status).toBe(404);
  });
});
