/** Guessing one-time codes is slowed down by class and by address, without blocking other users (DESIGN A29). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { issueOneTimeCodes, logInWithOneTimeCode } from "@storyport/contract/qr-login";
import { throttleKey } from "#/platform/throttle.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { aSession } from "#test/builders.ts";
import { aClass } from "#test/school-class.ts";
import type { SchoolClass } from "#test/school-class.ts";
import { newChildNumber, newClassWord } from "./one-time-code.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.context.database.deleteFrom("throttles").execute();
});

async function aCode({ desk, group, students }: SchoolClass, index = 0): Promise<string> {
  const answer = await desk.call(issueOneTimeCodes, { params: { playerGroupId: group.id }, body: { studentUserId: students[index]?.id } });
  return issueOneTimeCodes.response.parse(answer.body)[0]?.otpCode ?? "";
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

describe("guessing", () => {
  const wrongOf = (code: string) => `${code.slice(0, 3)}${code.endsWith("000000") ? "111111" : "000000"}`;

  async function failuresOf(kind: string, value: string): Promise<number | undefined> {
    const rows = portal.context.database.selectFrom("throttles").select("failures").where("key", "=", throttleKey(kind, value));
    return (await rows.executeTakeFirst())?.failures;
  }

  test("counts by class, by address and by class at that address; a success counts nothing", async () => {
    const school = await aClass(portal);
    const code = await aCode(school);
    const word = code.slice(0, 3);
    const at = "192.0.2.50";
    await enter(wrongOf(code), portal.browser(), at);
    expect((await enter(code, portal.browser(), at)).status).toBe(200);
    expect(await failuresOf("one-time-code-class", word)).toBe(1);
    expect(await failuresOf("one-time-code-address", at)).toBe(1);
    expect(await failuresOf("one-time-code-class-address", `${word} ${at}`)).toBe(1);
  });

  test("the number of another class's code counts as wrong", async () => {
    const [one, other] = [await aCode(await aClass(portal)), await aCode(await aClass(portal))];
    await expectRefused(`${one.slice(0, 3)}${other.slice(3)}`);
    expect((await enter(other)).status).toBe(200);
  });

  test("by one student, 61 times, does not slow classes that have logged in at that address", async () => {
    const at = "192.0.2.51";
    const [theirs, others] = [await aClass(portal), await aClass(portal)];
    const code = await aCode(theirs, 0);
    for (const each of [code, await aCode(others, 0)]) expect((await enter(each, portal.browser(), at)).status).toBe(200);
    const answers = [];
    for (let count = 0; count < 61; count++) answers.push(await enter(wrongOf(code), portal.browser(), at));
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: "errors.tooManyAttempts" } });
    expect((await enter(await aCode(others, 1), portal.browser(), at)).status).toBe(200);
    // The student's own class waits for seconds.
    const next = await aCode(theirs, 1);
    await setFailures("one-time-code-class-address", `${code.slice(0, 3)} ${at}`, 61);
    await enter(wrongOf(code), portal.browser(), at);
    const wait = Number((await enter(next, portal.browser(), at)).headers["retry-after"]);
    expect(wait).toBeLessThanOrEqual(15);
    await portal.clock.travel(wait + 1);
    expect((await enter(next, portal.browser(), at)).status).toBe(200);
  });

  test("two hundred times within ten minutes for known classes makes their address wait five seconds at most", async () => {
    const at = "192.0.2.57";
    const [theirs, others] = [await aClass(portal), await aClass(portal)];
    for (const school of [theirs, others]) expect((await enter(await aCode(school, 0), portal.browser(), at)).status).toBe(200);
    const [one, other] = [await aCode(theirs, 1), await aCode(others, 1)];
    await enter(wrongOf(one), portal.browser(), at);
    expect(await failuresOf("one-time-code-known-address", at)).toBe(1);
    await setFailures("one-time-code-known-address", at, 210);
    await enter(wrongOf(one), portal.browser(), at);
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(other, portal.browser(), at)));
    for (const { status, headers } of answers) {
      expect(status).toBe(429);
      expect(Number(headers["retry-after"])).toBeLessThanOrEqual(5);
    }
    await portal.clock.travel(6);
    expect((await enter(other, portal.browser(), at)).status).toBe(200);
    // A right code ends the wait that it began.
    expect((await enter(await aCode(theirs, 0), portal.browser(), at)).status).toBe(200);
  });

  test("limits never refuse 900 right codes of five classes at one address", async () => {
    const at = "192.0.2.58";
    const classes: SchoolClass[] = [];
    for (let count = 0; count < 5; count++)
      classes.push(await aClass(portal, { students: Array.from({ length: 30 }, (_, n) => `Child ${n}`) }));
    // Six rounds with thirty concurrent logins per class. In the first round the class is new at the address.
    for (let round = 0; round < 6; round++) {
      for (const { desk, group } of classes) {
        const answer = await desk.call(issueOneTimeCodes, { params: { playerGroupId: group.id }, body: {} });
        const codes = issueOneTimeCodes.response.parse(answer.body).map(({ otpCode }) => otpCode ?? "");
        expect(codes).toHaveLength(30);
        const answers = await Promise.all(codes.map((code) => enter(code, portal.browser(), at)));
        expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      }
    }
    expect(await failuresOf("one-time-code-known-address", at)).toBe(0);
    // 900 logins take 15 seconds on a quiet machine, and over a minute on a busy one.
  }, 240_000);

  test("never refuses one of eighty right codes of a class that are entered at once", async () => {
    const { desk, group } = await aClass(portal, { students: Array.from({ length: 80 }, (_, n) => `Child ${n}`) });
    const answer = await desk.call(issueOneTimeCodes, { params: { playerGroupId: group.id }, body: {} });
    const codes = issueOneTimeCodes.response.parse(answer.body).map(({ otpCode }) => otpCode ?? "");
    const answers = await Promise.all(codes.map((code) => enter(code, portal.browser(), "192.0.2.59")));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers).toHaveLength(80);
  }, 60_000);

  test("leaves a class known at its address for thirty days after its last login there, however long ago the first was", async () => {
    const at = "192.0.2.59";
    const school = await aClass(portal);
    /** Whether the class counts as unknown there. */
    const isElsewhere = async (days: number) => {
      await portal.clock.travel(days * 24 * 3600);
      const key = throttleKey("one-time-code-address", at);
      await portal.context.database.deleteFrom("throttles").where("key", "=", key).execute();
      const desk = await aSession(portal, school.teacher, { loginType: "PASSWORD", organizationId: school.organization.id });
      const code = await aCode({ ...school, desk });
      await enter(wrongOf(code), portal.browser(), at);
      expect((await enter(code, portal.browser(), at)).status).toBe(200);
      return (await failuresOf("one-time-code-address", at)) !== undefined;
    };
    const visits = [];
    for (const days of [0, 20, 20, 31]) visits.push(await isElsewhere(days));
    expect(visits).toEqual([true, false, false, true]);
  });

  test("hundreds of words slows the address for ten seconds at most, and no class known there", async () => {
    const at = "192.0.2.52";
    const [known, fresh] = [await aClass(portal), await aClass(portal)];
    expect((await enter(await aCode(known, 0), portal.browser(), at)).status).toBe(200);
    await setFailures("one-time-code-address", at, 1000);
    await enter("XXX000000", portal.browser(), at);
    const code = await aCode(fresh);
    const refused = await enter(code, portal.browser(), at);
    expect(refused).toMatchObject({ status: 429, body: { code: "errors.tooManyAttempts" } });
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(10);
    expect((await enter(await aCode(known, 1), portal.browser(), at)).status).toBe(200);
    await portal.clock.travel(11);
    expect((await enter(code, portal.browser(), at)).status).toBe(200);
  });

  test("one class from many addresses makes strangers wait two minutes at most, and never the class at its own address", async () => {
    const school = await aClass(portal);
    const code = await aCode(school, 0);
    const word = code.slice(0, 3);
    expect((await enter(code, portal.browser(), "192.0.2.53")).status).toBe(200);
    await setFailures("one-time-code-class", word, 1000);
    const next = await aCode(school, 1);
    await enter(wrongOf(next), portal.browser(), "192.0.2.54");
    const refused = await enter(next, portal.browser(), "192.0.2.55");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(120);
    expect((await enter(next, portal.browser(), "192.0.2.53")).status).toBe(200);
  });

  test("from seventy addresses, thousands of times, does not affect other classes", async () => {
    for (let count = 0; count < 70; count++) await setFailures("one-time-code-address", `198.51.100.${count}`, 3000);
    for (let count = 0; count < 70; count++) await enter("XXX000000", portal.browser(), `198.51.100.${count}`);
    expect((await enter(await aCode(await aClass(portal)), portal.browser(), "192.0.2.56")).status).toBe(200);
  });

  test("reveals no class: an unknown word gets the same bytes and waits", async () => {
    const code = await aCode(await aClass(portal));
    const seen: { index: number; status: number; body: object; waits: boolean }[] = [];
    for (const [index, guess] of [wrongOf(code), "XXZ000000"].entries()) {
      const at = `192.0.2.${60 + index}`;
      await setFailures("one-time-code-class", guess.slice(0, 3), 40);
      for (let count = 0; count < 2; count++) {
        const { status, body, headers } = await enter(guess, portal.browser(), at);
        seen.push({ index, status, body: { ...Object(body), requestId: "" }, waits: Number(headers["retry-after"] ?? 0) > 0 });
      }
    }
    const of = (index: number) => seen.filter((each) => each.index === index).map(({ index: _, ...rest }) => rest);
    expect(of(0)).toEqual(of(1));
    expect(of(0).map(({ status }) => status)).toEqual([401, 429]);
  });

  test("fifty at once checks no code without counting it", async () => {
    const at = "192.0.2.70";
    const answers = await Promise.all(Array.from({ length: 50 }, () => enter("XXX000000", portal.browser(), at)));
    const looked = answers.filter(({ status }) => status === 401).length;
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(50 - looked);
    expect(await failuresOf("one-time-code-class-address", `XXX ${at}`)).toBeGreaterThanOrEqual(looked);
    // The thirty-first begins a wait of a second. A slow machine may outlast it, and the next.
    expect(looked).toBeLessThanOrEqual(33);
  });
});

describe("the word of a class", () => {
  test("stays with its class, and no two classes share a word", async () => {
    const schools = await Promise.all(Array.from({ length: 20 }, () => aClass(portal)));
    const words = await Promise.all(schools.map(async (school) => (await aCode(school)).slice(0, 3)));
    expect(new Set(words).size).toBe(20);
    for (const [index, school] of schools.entries()) expect((await aCode(school, 1)).slice(0, 3)).toBe(words[index]);
  });
});

describe("how a code is made", () => {
  test("three consonants and six digits, never the same twice in a hundred", () => {
    const codes = Array.from({ length: 100 }, () => `${newClassWord()}${newChildNumber()}`);
    for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPRSTVWXZ]{3}\d{6}$/);
    expect(new Set(codes).size).toBe(100);
  });
});
