/** The challenge of a login by passkey works once, and too many attempts of an address must wait (docs/decisions/0064). */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { addPasskey, logInWithPasskey, startPasskeyLogin, startPasskeyRegistration } from "@storyport/contract/passkeys";
import { throttleKey } from "#/platform/throttle.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aTeacher, logIn } from "#test/builders.ts";
import { createPasskey, logInBy, setUpPasskey, signWith } from "#test/passkey-device.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function aTeacherWithPasskey(parts: { counts?: boolean } = {}) {
  const { account } = await aTeacher(portal);
  return { passkey: await setUpPasskey(await logIn(portal.browser(), account), parts) };
}

const library = "@simplewebauthn/server";
function loseLibrary(): void {
  onTestFinished(() => vi.doUnmock(library));
  vi.doMock(library, () => {
    throw new Error("EMFILE: too many open files");
  });
}

const refused = (status: number, code: string) => ({ status, body: { code } });

describe("a challenge", () => {
  test("works once: fifty answers with one challenge log in once, and the others get errors.passkeyStale", async () => {
    const { passkey } = await aTeacherWithPasskey({ counts: false });
    const browser = portal.browser();
    const { body: options } = await browser.call(startPasskeyLogin, { body: {} });
    const body = { credential: signWith(passkey, options), deviceName: "a test" };
    const answers = await Promise.all(Array.from({ length: 50 }, () => browser.call(logInWithPasskey, { body })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(refused(410, "errors.passkeyStale"));
    expect(await browser.call(logInWithPasskey, { body })).toMatchObject(refused(410, "errors.passkeyStale"));
  });

  test("is used up by a wrong answer too", async () => {
    const { passkey } = await aTeacherWithPasskey();
    const browser = portal.browser();
    const { body: options } = await browser.call(startPasskeyLogin, { body: {} });
    const send = (wrong = {}) =>
      browser.call(logInWithPasskey, { body: { credential: signWith(passkey, options, wrong), deviceName: "a test" } });
    expect(await send({ isVerified: false })).toMatchObject(refused(401, "errors.passkeyInvalid"));
    expect(await send()).toMatchObject(refused(410, "errors.passkeyStale"));
  });

  test("stays if the library cannot be read, so that the next try logs in", async () => {
    const { passkey } = await aTeacherWithPasskey();
    const browser = portal.browser();
    const { body: options } = await browser.call(startPasskeyLogin, { body: {} });
    const send = () => browser.call(logInWithPasskey, { body: { credential: signWith(passkey, options), deviceName: "a test" } });
    loseLibrary();
    expect((await send()).status).toBe(500);
    vi.doUnmock(library);
    expect((await send()).status).toBe(200);
  });

  test("of a registration stays if the library cannot be read, so that the next try adds the passkey", async () => {
    const { account } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    const { body: options } = await browser.call(startPasskeyRegistration, { body: {} });
    const { credential } = createPasskey(options);
    loseLibrary();
    expect((await browser.call(addPasskey, { body: { name: "A tablet", credential } })).status).toBe(500);
    vi.doUnmock(library);
    expect((await browser.call(addPasskey, { body: { name: "A tablet", credential } })).status).toBe(201);
  });

  test("works for five minutes, and in its own browser alone", async () => {
    const { passkey } = await aTeacherWithPasskey();
    const browser = portal.browser();
    const late = await browser.call(startPasskeyLogin, { body: {} });
    await portal.clock.travel(301);
    const body = { credential: signWith(passkey, late.body), deviceName: "a test" };
    expect(await browser.call(logInWithPasskey, { body })).toMatchObject(refused(410, "errors.passkeyStale"));
    const { body: options } = await browser.call(startPasskeyLogin, { body: {} });
    const stolen = { credential: signWith(passkey, options), deviceName: "a test" };
    const other = portal.browser();
    expect(await other.call(logInWithPasskey, { body: stolen })).toMatchObject(refused(410, "errors.passkeyStale"));
    await other.call(startPasskeyLogin, { body: {} });
    expect(await other.call(logInWithPasskey, { body: stolen })).toMatchObject(refused(410, "errors.passkeyStale"));
    expect((await browser.call(logInWithPasskey, { body: stolen })).status).toBe(200);
  });

  test("of one tab stays valid when another tab of the browser asks for its own", async () => {
    const { passkey } = await aTeacherWithPasskey();
    const browser = portal.browser();
    const { body: first } = await browser.call(startPasskeyLogin, { body: {} });
    await browser.call(startPasskeyLogin, { body: {} });
    const body = { credential: signWith(passkey, first), deviceName: "a test" };
    expect((await browser.call(logInWithPasskey, { body })).status).toBe(200);
  });
});

describe("errors.tooManyAttempts", () => {
  const inAnHour = sql<Date>`now() + interval '1 hour'`;
  const blocked = { failures: 1, window_ends_at: inAnHour, blocked_until: inAnHour };

  test.each(["passkey-address", "passkey-start"])("an address with too many counts of %s must wait", async (kind) => {
    const { passkey } = await aTeacherWithPasskey();
    const browser = portal.browser();
    const { body: options } = await browser.call(startPasskeyLogin, { body: {} });
    const key = throttleKey(kind, "127.0.0.1");
    const { database } = portal.context;
    await database
      .insertInto("throttles")
      .values({ key, ...blocked })
      .onConflict((conflict) => conflict.column("key").doUpdateSet(blocked))
      .execute();
    const answer =
      kind === "passkey-start"
        ? await browser.call(startPasskeyLogin, { body: {} })
        : await browser.call(logInWithPasskey, { body: { credential: signWith(passkey, options), deviceName: "a test" } });
    expect(answer).toMatchObject(refused(429, "errors.tooManyAttempts"));
    await database.deleteFrom("throttles").where("key", "=", key).execute();
  });

  test("a failure counts against the address, a finished login does not count as begun", async () => {
    const { passkey } = await aTeacherWithPasskey();
    const countOf = async (kind: string) => {
      const key = throttleKey(kind, "127.0.0.1");
      return (
        (await portal.context.database.selectFrom("throttles").select("failures").where("key", "=", key).executeTakeFirst())?.failures ?? 0
      );
    };
    const [failures, begun] = [await countOf("passkey-address"), await countOf("passkey-start")];
    await logInBy(portal.browser(), passkey, { isVerified: false });
    expect([await countOf("passkey-address"), await countOf("passkey-start")]).toEqual([failures + 1, begun + 1]);
    await logInBy(portal.browser(), passkey);
    expect([await countOf("passkey-address"), await countOf("passkey-start")]).toEqual([failures + 1, begun + 1]);
  });
});
