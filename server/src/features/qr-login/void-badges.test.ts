/** Voiding ends what is open, with or without a badge, including running hand-overs. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { moveStudents } from "@storyport/contract/class-moves";
import { finishGameLogin } from "@storyport/contract/game-login";
import { validateAuth } from "@storyport/contract/login";
import { issueBadges, issueOneTimeCodes, logInWithOneTimeCode, voidBadges, voidOneTimeCodes } from "@storyport/contract/qr-login";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPlayerGroup, aSession } from "#test/builders.ts";
import { aGameLogin, aPkcePair, consentTo, handOver, postToken, readTokens, redemptionOf, refresh } from "#test/oauth-client.ts";
import { aClass, badgesOf, codeOn, scan } from "#test/school-class.ts";
import type { SchoolClass } from "#test/school-class.ts";
import { anAdminDesk, editAsItIs, eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const of = ({ group }: SchoolClass) => ({ playerGroupId: group.id });

describe("voiding", () => {
  test.each([
    ["the student", voidBadges, "named"],
    ["the whole group", voidBadges, "all"],
    ["the student's code", voidOneTimeCodes, "named"],
  ] as const)("of %s ends what a one-time code opened, even without a badge, and is recorded", async (_, endpoint, whose) => {
    const school = await aClass(portal);
    const student = school.students[0]?.id ?? "";
    const [open, playing, neighbour] = [portal.browser(), portal.browser(), portal.browser()];
    for (const [browser, studentUserId] of [
      [open, student],
      [playing, student],
      [neighbour, school.students[1]?.id],
    ] as const) {
      const { body } = await school.desk.call(issueOneTimeCodes, { params: of(school), body: { studentUserId } });
      const [{ otpCode: code } = { otpCode: "" }] = issueOneTimeCodes.response.parse(body);
      expect((await browser.call(logInWithOneTimeCode, { body: { code } })).status).toBe(200);
    }
    const played = await handOver(playing, school.game);
    const tokens = readTokens(await postToken(portal, redemptionOf(played)), played.clientId);
    const body = whose === "named" ? { studentUserId: student } : {};
    expect((await school.desk.call(endpoint, { params: of(school), body })).status).toBe(204);
    expect((await open.call(validateAuth)).status).toBe(401);
    expect((await refresh(portal, tokens)).status).toBe(400);
    expect((await neighbour.call(validateAuth)).status).toBe(whose === "named" ? 200 : 401);
    const { database } = portal.context;
    const events = database.selectFrom("audit_events").select(["actor_id", "target_id"]).where("event", "=", "sessions_ended");
    const recorded = await events.where("organization_id", "=", school.organization.id).execute();
    expect(recorded).toHaveLength(whose === "named" ? 1 : 2);
    expect(recorded).toContainEqual({ actor_id: school.teacher.id, target_id: student });
  });

  test("happens to badge and code when the login type is taken away: neither comes back with it", async () => {
    const school = await aClass(portal);
    const { desk } = await anAdminDesk(portal);
    const [student = { id: "" }] = school.students;
    const badge = codeOn((await badgesOf(school, student.id))[0]);
    const { body } = await school.desk.call(issueOneTimeCodes, { params: of(school), body: { studentUserId: student.id } });
    const [{ otpCode: code } = { otpCode: "" }] = issueOneTimeCodes.response.parse(body);
    const email = `nora-${student.id.slice(0, 8)}@school.example`;
    for (const change of [{ email, loginTypes: ["GOOGLE"] }, { loginTypes: ["QRCODE"] }]) {
      const answer = await editAsItIs(portal, { desk, userId: student.id, body: change });
      expect(answer.status, answer.text).toBe(200);
    }
    expect((await scan(portal.browser(), badge)).status).toBe(401);
    expect((await portal.browser().call(logInWithOneTimeCode, { body: { code } })).status).toBe(401);
    const again = codeOn((await badgesOf(school, student.id))[0]);
    expect((await scan(portal.browser(), again)).status).toBe(200);
  });

  test("records no end of what had expired before", async () => {
    const school = await aClass(portal);
    const studentUserId = school.students[0]?.id;
    const { body } = await school.desk.call(issueOneTimeCodes, { params: of(school), body: { studentUserId } });
    const [{ otpCode: code } = { otpCode: "" }] = issueOneTimeCodes.response.parse(body);
    const tablet = portal.browser();
    expect((await tablet.call(logInWithOneTimeCode, { body: { code } })).status).toBe(200);
    const played = await handOver(tablet, school.game);
    const tokens = readTokens(await postToken(portal, redemptionOf(played)), played.clientId);
    // A badge's tokens end after twelve hours.
    await portal.clock.travel(13 * 3600);
    const desk = await aSession(portal, school.teacher, { loginType: "PASSWORD", organizationId: school.organization.id });
    expect((await refresh(portal, tokens)).status).toBe(400);
    expect((await desk.call(voidBadges, { params: of(school), body: { studentUserId } })).status).toBe(204);
    const events = portal.context.database.selectFrom("audit_events").select("event").where("event", "=", "sessions_ended");
    expect(await events.where("organization_id", "=", school.organization.id).execute()).toEqual([]);
  });

  test.each([
    ["a new one is issued", issueBadges],
    ["the badges of the class are voided", voidBadges],
  ] as const)("records no badge that had expired before, and ends what it opened: %s", async (_, endpoint) => {
    const school = await aClass(portal);
    const [emil, nora] = await badgesOf(school);
    const open = portal.browser();
    expect((await scan(open, codeOn(nora))).status).toBe(200);
    await sql`update badges set expires_at = now() - interval '1 second' where account_id = ${nora?.userId}::uuid`.execute(
      portal.context.database,
    );
    expect((await school.desk.call(endpoint, { params: of(school), body: {} })).status).toBeLessThan(300);
    expect((await open.call(validateAuth)).status).toBe(401);
    const issued = endpoint === issueBadges ? ["badge_issued"] : [];
    const made = ["badge_issued", "login_succeeded"];
    const namesOf = async (id = "") => (await eventsAbout(portal, id)).map(({ event }) => event).toReversed();
    expect(await namesOf(nora?.userId)).toEqual([...made, "sessions_ended", ...issued]);
    expect(await namesOf(emil?.userId)).toEqual(["badge_issued", "badge_voided", ...issued]);
  });

  test("voids the expired badge of a named student who is no student of the group any more", async () => {
    const school = await aClass(portal);
    const [emil, nora] = await badgesOf(school);
    const { database } = portal.context;
    await database
      .updateTable("accounts")
      .set({ status: "DEACTIVATED" })
      .where("id", "=", nora?.userId ?? "")
      .execute();
    await sql`update badges set expires_at = now() - interval '1 second' where account_id = ${nora?.userId}::uuid`.execute(database);
    const studentUserIds = [emil?.userId, nora?.userId];
    expect((await school.desk.call(voidBadges, { params: of(school), body: { studentUserIds } })).status).toBe(204);
    expect((await scan(portal.browser(), codeOn(emil))).status).toBe(401);
    const live = database.selectFrom("badges").select("account_id").where("player_group_id", "=", school.group.id);
    expect(await live.where("voided_at", "is", null).execute()).toEqual([]);
  });

  test.each([
    ["badges", voidBadges],
    ["codes", voidOneTimeCodes],
  ] as const)("of %s of several students works for the others, if a student has just left", async (_, endpoint) => {
    const school = await aClass(portal);
    const [emil, nora] = await badgesOf(school);
    const studentUserIds = [emil?.userId ?? "", nora?.userId ?? ""];
    const codes = await school.desk.call(issueOneTimeCodes, { params: of(school), body: { studentUserIds } });
    const [emilsCode] = issueOneTimeCodes.response.parse(codes.body);
    const other = await aPlayerGroup(portal, {
      organization: school.organization,
      rights: [{ account: school.teacher, level: "OWNER" }],
    });
    const body = { studentUserIds: [nora?.userId ?? ""], issuesBadges: true, target: { playerGroupId: other.id } };
    const { body: moved } = await school.desk.call(moveStudents, { params: of(school), body });
    const tablet = portal.browser();
    expect((await scan(tablet, codeOn(moveStudents.response.parse(moved).badges[0]))).status).toBe(200);
    expect((await school.desk.call(endpoint, { params: of(school), body: { studentUserIds } })).status).toBe(204);
    const emils = portal.browser();
    const used =
      endpoint === voidBadges
        ? await scan(emils, codeOn(emil))
        : await emils.call(logInWithOneTimeCode, { body: { code: emilsCode?.otpCode ?? "" } });
    expect(used.status).toBe(401);
    // The former class ends nothing that the badge of the new class opened.
    expect((await tablet.call(validateAuth)).status).toBe(200);
  });

  test.each([
    ["badges", voidBadges],
    ["codes", voidOneTimeCodes],
  ] as const)("of %s voids none, if a named student never was in the group", async (_, endpoint) => {
    const school = await aClass(portal);
    const [emil] = await badgesOf(school);
    const stranger = (await badgesOf(await aClass(portal)))[0]?.userId;
    const answer = await school.desk.call(endpoint, { params: of(school), body: { studentUserIds: [emil?.userId, stranger] } });
    expect(answer).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    expect((await scan(portal.browser(), codeOn(emil))).status).toBe(200);
  });

  test("leaves no session, no code and no token under fifty concurrent hand-overs", async () => {
    const school = await aClass(portal);
    const studentUserId = school.students[0]?.id ?? "";
    const code = codeOn((await badgesOf(school, studentUserId))[0]);
    const browsers = Array.from({ length: 50 }, () => portal.browser());
    for (const browser of browsers) expect((await scan(browser, code)).status).toBe(200);
    const logins = await Promise.all(
      browsers.map(async (browser) => {
        const pair = aPkcePair();
        const login = aGameLogin(school.game, { clientCode: pair.challenge });
        return { browser, pair, query: { ...login, consent: await consentTo(browser, login) } };
      }),
    );
    const play = async ({ browser, pair, query }: (typeof logins)[number]) => {
      const { status, body } = await browser.call(finishGameLogin, { query });
      if (status !== 200) return;
      const url = new URL(finishGameLogin.response.parse(body).deeplinkUrl);
      const form = { code: url.searchParams.get("code") ?? "", redirect_uri: url.origin + url.pathname, code_verifier: pair.verifier };
      await postToken(portal, { grant_type: "authorization_code", client_id: String(school.game.id), ...form });
    };
    const early = logins.slice(0, 25).map(play);
    const voiding = school.desk.call(voidBadges, { params: of(school), body: { studentUserId } });
    const [voided] = await Promise.all([voiding, ...early, ...logins.slice(25).map(play)]);
    expect(voided.status).toBe(204);
    const { database } = portal.context;
    const left = await sql`
      select 'session' as is from sessions where account_id = ${studentUserId}
      union all select 'code' from game_codes where account_id = ${studentUserId} and consumed_at is null and expires_at > now()
      union all select 'token' from token_families where account_id = ${studentUserId} and revoked_at is null`.execute(database);
    expect(left.rows).toEqual([]);
  });
});
