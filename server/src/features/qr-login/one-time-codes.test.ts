/** One-time codes for students (specification, section 3: otpCode). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { validateAuth } from "@storyport/contract/login";
import { issueOneTimeCodes, listBadges, logInWithOneTimeCode, voidOneTimeCodes } from "@storyport/contract/qr-login";
import { digestOf } from "#/platform/secrets.ts";
import { throttleKey } from "#/platform/throttle.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { meanwhile } from "#test/meanwhile.ts";
import { aClass } from "#test/school-class.ts";
import type { SchoolClass } from "#test/school-class.ts";
import { voidLiveCodes } from "./queries.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.context.database.deleteFrom("throttles").execute();
});

const of = ({ group }: SchoolClass) => ({ playerGroupId: group.id });

async function aCode(school: SchoolClass, index = 0): Promise<string> {
  const body = { studentUserId: school.students[index]?.id };
  const answer = await school.desk.call(issueOneTimeCodes, { params: of(school), body });
  expect(answer).toMatchObject({ status: 201, body: [{ displayName: ["Nora", "Emil"][index], userId: school.students[index]?.id }] });
  const [{ otpCode, expiresAt } = { otpCode: "", expiresAt: "" }] = issueOneTimeCodes.response.parse(answer.body);
  const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(19);
  expect(minutes).toBeLessThanOrEqual(20.1);
  return otpCode;
}

const enter = (code: string, browser: Browser = portal.browser(), remoteAddress = "127.0.0.1") =>
  browser.call(logInWithOneTimeCode, { body: { code }, remoteAddress });

async function expectRefused(code: string): Promise<void> {
  const { status, body } = await enter(code);
  expect({ status, body }).toMatchObject({ status: 401, body: { code: "errors.oneTimeCodeInvalid" } });
}

/** Sets the count of failures, with the last wait already over. `count-code-guesses.ts` says how many are free. */
const setFailures = async (kind: string, value: string, failures: number) => {
  const { database } = portal.context;
  const row = { failures, window_ends_at: new Date(Date.now() + 3_600_000), blocked_until: new Date(0) };
  await database
    .insertInto("throttles")
    .values({ key: throttleKey(kind, value), ...row })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
    .execute();
};

/** For races: waits would refuse the attempts before the race begins. */
async function spareWaits(code: string): Promise<void> {
  const word = code.slice(0, 3);
  await setFailures("one-time-code-class", word, -100);
  await setFailures("one-time-code-class-address", `${word} 127.0.0.1`, -100);
  await setFailures("one-time-code-address", "127.0.0.1", -100);
}

describe("a one-time code", () => {
  test("that is voided while its login waits is refused", async () => {
    const school = await aClass(portal);
    const code = await aCode(school);
    const { database } = portal.context;
    const answer = await meanwhile(portal, {
      account: { id: school.students[0]?.id ?? "" },
      happens: () => Promise.resolve(),
      // The transaction begins after the login. An expiry at its now() would lie in the login's future.
      goesOn: () =>
        database.transaction().execute((transaction) => voidLiveCodes(transaction, { groupId: school.group.id, chosen: "all" })),
      call: () => enter(code),
    });
    expect(answer).toMatchObject({ status: 401, body: { code: "errors.oneTimeCodeInvalid" } });
  });

  test("of a student being erased is refused, without a deadlock", async () => {
    const school = await aClass(portal);
    const code = await aCode(school);
    const { id = "" } = school.students[0] ?? {};
    const answer = await meanwhile(portal, {
      account: { id },
      happens: (transaction) =>
        transaction.updateTable("accounts").set({ status: "DELETED", display_name: null }).where("id", "=", id).execute(),
      goesOn: (transaction) => transaction.deleteFrom("one_time_codes").where("account_id", "=", id).execute(),
      call: () => enter(code),
    });
    expect(answer).toMatchObject({ status: 401, body: { code: "errors.oneTimeCodeInvalid" } });
  });

  test("logs its student in as a badge does, once", async () => {
    const school = await aClass(portal);
    const code = await aCode(school);
    const tablet = portal.browser();
    expect(await enter(code, tablet)).toMatchObject({
      status: 200,
      body: { displayName: "Nora", loginType: "QRCODE", roles: ["student"] },
    });
    expect((await tablet.call(validateAuth)).body).toMatchObject({ accountId: school.students[0]?.id });
    await expectRefused(code);
  });

  test("used concurrently fifty times logs one in", async () => {
    const code = await aCode(await aClass(portal));
    await spareWaits(code);
    const answers = await Promise.all(Array.from({ length: 50 }, () => enter(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(49);
  });

  test("ignores case, spaces and dashes", async () => {
    const school = await aClass(portal);
    for (const spell of [
      (code: string) => code.toLowerCase(),
      (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `,
      (code: string) => [...code].join("-"),
    ]) {
      expect((await enter(spell(await aCode(school)))).status).toBe(200);
    }
  });

  test("expires after twenty minutes", async () => {
    const school = await aClass(portal);
    const [first, second] = [await aCode(school, 0), await aCode(school, 1)];
    await portal.clock.travel(19 * 60);
    expect((await enter(first)).status).toBe(200);
    await portal.clock.travel(2 * 60);
    await expectRefused(second);
  });

  test("is replaced by a newer one", async () => {
    const school = await aClass(portal);
    const [first, second] = [await aCode(school), await aCode(school)];
    await expectRefused(first);
    expect((await enter(second)).status).toBe(200);
  });

  test("does not log in a student who was promoted or deactivated, or whose group was archived", async () => {
    const { database } = portal.context;
    const [promoted, deactivated, archived] = [await aClass(portal), await aClass(portal), await aClass(portal)];
    const codes = [await aCode(promoted), await aCode(deactivated), await aCode(archived)];
    await database
      .insertInto("account_roles")
      .values({ account_id: promoted.students[0]?.id ?? "", role_key: "teacher", organization_id: promoted.organization.id })
      .execute();
    await database
      .updateTable("accounts")
      .set({ status: "DEACTIVATED" })
      .where("id", "=", deactivated.students[0]?.id ?? "")
      .execute();
    await database.updateTable("player_groups").set({ group_type: "ARCHIVED" }).where("id", "=", archived.group.id).execute();
    for (const code of codes) await expectRefused(code);
  });

  test("that is wrong ends the former child's session, and keeps a teacher's", async () => {
    const school = await aClass(portal);
    const tablet = portal.browser();
    expect((await enter(await aCode(school), tablet)).status).toBe(200);
    expect((await enter("XXX000000", tablet)).status).toBe(401);
    expect((await tablet.call(validateAuth)).status).toBe(401);
    expect((await enter("XXX000000", school.desk)).status).toBe(401);
    expect((await school.desk.call(validateAuth)).status).toBe(200);
  });

  test("that is incomplete ends the former child's session, and keeps a teacher's", async () => {
    const school = await aClass(portal);
    const tablet = portal.browser();
    expect((await enter(await aCode(school), tablet)).status).toBe(200);
    expect((await enter("FKM 407", tablet)).body).toMatchObject({ code: "errors.oneTimeCodeInvalid" });
    expect((await tablet.call(validateAuth)).status).toBe(401);
    expect((await enter("FKM 407", school.desk)).status).toBe(401);
    expect((await school.desk.call(validateAuth)).status).toBe(200);
  });

  test("during a wait ends the former child's session, and keeps a teacher's and the code", async () => {
    const school = await aClass(portal);
    const [nora, emil] = [await aCode(school, 0), await aCode(school, 1)];
    const tablet = portal.browser();
    expect((await enter(nora, tablet)).status).toBe(200);
    const place = throttleKey("one-time-code-class-address", `${emil.slice(0, 3)} 127.0.0.1`);
    const inAMinute = new Date(Date.now() + 60_000);
    const wait = { failures: 100, window_ends_at: inAMinute, blocked_until: inAMinute };
    const { database } = portal.context;
    await database
      .insertInto("throttles")
      .values({ key: place, ...wait })
      .onConflict((conflict) => conflict.column("key").doUpdateSet(wait))
      .execute();
    expect(await enter(emil, tablet)).toMatchObject({ status: 429, body: { code: "errors.tooManyAttempts" } });
    expect((await tablet.call(validateAuth)).status).toBe(401);
    expect((await enter(emil, school.desk)).status).toBe(429);
    expect((await school.desk.call(validateAuth)).status).toBe(200);
    await database.deleteFrom("throttles").execute();
    expect((await enter(emil, tablet)).body).toMatchObject({ displayName: "Emil" });
  });

  test("is not stored, not even as a plain digest, and is not in the history", async () => {
    const code = await aCode(await aClass(portal));
    const { database } = portal.context;
    const codes = await database.selectFrom("one_time_codes").selectAll().execute();
    const values = codes.flatMap((row) => Object.values(row));
    const stored = values.map((value) => (Buffer.isBuffer(value) ? value.toString("latin1") : String(value))).join(" ");
    expect(stored).not.toContain(code);
    expect(codes.filter(({ digest }) => digest.equals(digestOf(code)))).toEqual([]);
    expect(JSON.stringify(await database.selectFrom("audit_events").selectAll().execute())).not.toContain(code);
  });

  test("posted by a page without script redirects on success, and a wrong one back to the form without repeating it", async () => {
    const code = await aCode(await aClass(portal));
    const browser = portal.browser();
    const refused = await browser.postForm("/api/auth/qr/one-time-code", { code: "XXX000000" });
    expect(refused).toMatchObject({ status: 303, headers: { location: "/login/code?error=errors.oneTimeCodeInvalid" } });
    expect(browser.cookies.size).toBe(0);
    const taken = await browser.postForm("/api/auth/qr/one-time-code", { code });
    expect(taken).toMatchObject({ status: 303, headers: { location: "/post-login" } });
    expect((await browser.call(validateAuth)).body).toMatchObject({ displayName: "Nora" });
  });
});

describe("for a class", () => {
  test("each student gets a code that works once", async () => {
    const school = await aClass(portal);
    const answer = await school.desk.call(issueOneTimeCodes, { params: of(school), body: {} });
    const codes = issueOneTimeCodes.response.parse(answer.body);
    expect(codes.map(({ displayName }) => displayName)).toEqual(["Emil", "Nora"]);
    for (const { otpCode, userId } of codes) expect((await enter(otpCode)).body).toMatchObject({ accountId: userId });
    for (const { otpCode } of codes) await expectRefused(otpCode);
  });

  test("a group without students returns an empty list", async () => {
    const school = await aClass(portal, { students: [] });
    expect(await school.desk.call(issueOneTimeCodes, { params: of(school), body: {} })).toMatchObject({ status: 201, body: [] });
  });

  test("the list shows a code's expiry until the code is used", async () => {
    const school = await aClass(portal);
    const code = await aCode(school);
    const list = async () => listBadges.response.parse((await school.desk.call(listBadges, { params: of(school) })).body).students;
    expect(await list()).toMatchObject([{ displayName: "Emil" }, { displayName: "Nora", oneTimeCode: { expiresAt: expect.any(String) } }]);
    await enter(code);
    expect((await list()).map(({ oneTimeCode }) => oneTimeCode)).toEqual([undefined, undefined]);
  });

  test("ten concurrent issues for one student leave one working code", async () => {
    const school = await aClass(portal);
    const codes = await Promise.all(Array.from({ length: 10 }, () => aCode(school)));
    const answers = await Promise.all(codes.map((code) => enter(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("voiding", () => {
  const end = (school: SchoolClass, studentUserId?: string) =>
    school.desk.call(voidOneTimeCodes, { params: of(school), body: studentUserId === undefined ? {} : { studentUserId } });

  test("one student's code ends it at once, and keeps other students' codes", async () => {
    const school = await aClass(portal);
    const [nora, emil] = [await aCode(school, 0), await aCode(school, 1)];
    expect((await end(school, school.students[0]?.id)).status).toBe(204);
    await expectRefused(nora);
    expect((await enter(emil)).status).toBe(200);
    // Again, when nothing is left to void.
    expect((await end(school, school.students[0]?.id)).status).toBe(204);
  });

  test("the whole group's codes ends all, and is recorded", async () => {
    const school = await aClass(portal);
    const codes = [await aCode(school, 0), await aCode(school, 1)];
    expect((await end(school)).status).toBe(204);
    for (const code of codes) await expectRefused(code);
    const events = portal.context.database.selectFrom("audit_events").select("target_id").where("event", "=", "one_time_code_voided");
    const targets = (await events.where("organization_id", "=", school.organization.id).execute()).map(({ target_id }) => target_id);
    expect(new Set(targets)).toEqual(new Set(school.students.map(({ id }) => id)));
  });

  test("under fifty concurrent uses: at most one login, and none afterwards", async () => {
    const school = await aClass(portal);
    const code = await aCode(school);
    await spareWaits(code);
    const [voided, ...answers] = await Promise.all([end(school), ...Array.from({ length: 50 }, () => enter(code))]);
    expect(voided.status).toBe(204);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    await expectRefused(code);
  });
});

test.each(["", "C", "ABC1234567", "FKM40718", "AEI123456", "FKMXYTREQ", "🦊🦊🦊🦊🦊🦊🦊🦊🦊"])(
  "%j cannot be a code, so no guess is counted or recorded: errors.oneTimeCodeInvalid",
  async (code) => {
    const { database } = portal.context;
    const failures = () => database.selectFrom("audit_events").select("id").where("event", "=", "login_failed").execute();
    const before = await failures();
    await expectRefused(code);
    expect(await failures()).toHaveLength(before.length);
    expect(await database.selectFrom("throttles").select("key").execute()).toEqual([]);
  },
);
