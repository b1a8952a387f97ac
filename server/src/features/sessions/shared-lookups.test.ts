/** Concurrent calls share the statement that looks up their sessions, and nothing else. */
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { logOut, validateAuth } from "@storyport/contract/login";
import { aSession, anAccount, anOrganization } from "#test/builders.ts";
import type { TestAccount } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { sendAndLeave, sendRaw } from "#test/raw-http.ts";
import { isEmbedded } from "#test/test-store.ts";

interface Person {
  account: TestAccount;
  browser: Browser;
}

/** Two full statements: one looks up at most a hundred sessions (`find-session.ts`). */
const shared = 200;
/** What all tests together `take`. */
const taken = 12 + 50 + 40 + 10;

let portal: TestPortal;
/** Shared by tests that end no session. */
let people: Person[];
let spare: Person[];
beforeAll(async () => {
  portal = await buildTestPortal();
  const organization = await anOrganization(portal);
  spare = await Promise.all(
    Array.from({ length: shared + taken }, async () => {
      const account = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
      return { account, browser: await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id }) };
    }),
  );
  people = spare.splice(0, shared);
}, 60_000);
afterAll(() => portal.close());
afterEach(() => vi.restoreAllMocks());

const ask = ({ browser }: Person): Promise<Answer> => browser.call(validateAuth);

/** Reserved for a test that ends or ages sessions. */
function take(count: number): Person[] {
  return spare.splice(0, count);
}

function expectOwn(answers: readonly Answer[], callers: readonly Person[]): void {
  expect(answers.map(({ status }) => status)).toEqual(callers.map(() => 200));
  expect(answers.map(({ body }) => body)).toMatchObject(callers.map(({ account }) => ({ accountId: account.id, email: account.email })));
}

/** Records the statements that PostgreSQL gets during `work`, and returns the digests of each session lookup. */
async function lookupsDuring(work: () => Promise<unknown>): Promise<unknown[][]> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const statements: { text?: string; values?: unknown[] }[] = query.mock.calls.map(([config]) => Object(config));
  return statements.filter(({ text = "" }) => text.includes("from sessions s")).map(({ values }) => [values?.[0]].flat());
}

test("two hundred concurrent lookups return each its own account", async () => {
  expectOwn(await Promise.all(people.map(ask)), people);
  const backwards = people.toReversed();
  expectOwn(await Promise.all(backwards.map(ask)), backwards);
});

test("fifty concurrent lookups of one session all succeed", async () => {
  const [person] = people;
  if (person === undefined) throw new Error("There are many.");
  const callers = Array.from({ length: 50 }, () => person);
  expectOwn(await Promise.all(callers.map(ask)), callers);
});

test("an unknown cookie, an ended session and a deactivated account are refused without affecting the rest", async () => {
  const [ended, deactivated, ...others] = take(12);
  if (ended === undefined || deactivated === undefined) throw new Error("There are twelve.");
  const secret = ended.browser.cookies.get("session") ?? "";
  await ended.browser.call(logOut);
  ended.browser.cookies.set("session", secret);
  const { database } = portal.context;
  await database.updateTable("accounts").set({ status: "DEACTIVATED" }).where("id", "=", deactivated.account.id).execute();
  const unknown = portal.browser();
  unknown.cookies.set("session", "x".repeat(43));
  const refused = [ended, { ...ended, browser: unknown }, deactivated];
  const [bad, good] = await Promise.all([Promise.all(refused.map(ask)), Promise.all(others.map(ask))]);
  expect(bad.map(({ status }) => status)).toEqual([401, 401, 401]);
  expectOwn(good, others);
});

test("a session ended amid fifty calls is refused from the first call after its end", async () => {
  const [leaving, ...others] = take(50);
  if (leaving === undefined) throw new Error("There are fifty.");
  const secret = leaving.browser.cookies.get("session") ?? "";
  const meanwhile = Promise.all(others.map(ask));
  const copy = portal.browser();
  copy.cookies.set("session", secret);
  const early = Promise.all(Array.from({ length: 20 }, () => copy.call(validateAuth)));
  await leaving.browser.call(logOut);
  const late = await Promise.all(Array.from({ length: 20 }, () => copy.call(validateAuth)));
  expect(late.map(({ status }) => status)).toEqual(late.map(() => 401));
  for (const { status } of await early) expect([200, 401]).toContain(status);
  expectOwn(await meanwhile, others);
});

test("concurrent uses after a minute mark all sessions as seen, in any order", async () => {
  const callers = take(40);
  await portal.clock.travel(120);
  const answers = await Promise.all([callers, callers.toReversed(), callers].map((some) => Promise.all(some.map(ask))));
  for (const [index, some] of [callers, callers.toReversed(), callers].entries()) expectOwn(answers[index] ?? [], some);
  const seen = await portal.context.database
    .selectFrom("sessions")
    .select("account_id")
    .where("last_seen_at", ">", sql<Date>`now() - interval '1 minute'`)
    .execute();
  expect(new Set(seen.map(({ account_id }) => account_id))).toEqual(new Set(callers.map(({ account }) => account.id)));
});

describe.skipIf(isEmbedded)("on PostgreSQL", () => {
  test("two hundred concurrent calls need a handful of statements of at most a hundred sessions", async () => {
    const lookups = await lookupsDuring(() => Promise.all(people.map(ask)));
    expect(lookups.flat()).toHaveLength(200);
    expect(lookups.length).toBeGreaterThan(1);
    expect(lookups.length).toBeLessThanOrEqual(6);
    expect(Math.max(...lookups.map(({ length }) => length))).toBeLessThanOrEqual(100);
  });

  test("a later call asks the database again", async () => {
    const [person] = people;
    if (person === undefined) throw new Error("There are many.");
    const lookups = await lookupsDuring(async () => {
      await ask(person);
      await ask(person);
    });
    expect(lookups).toHaveLength(2);
  });

  test("a session locked by a transaction does not delay calls in its batch", async () => {
    const callers = take(10);
    await portal.clock.travel(120);
    await portal.context.database.transaction().execute(async (transaction) => {
      await transaction
        .selectFrom("sessions")
        .select("digest")
        .where("account_id", "=", callers[0]?.account.id ?? "")
        .forUpdate()
        .execute();
      expectOwn(await Promise.all(callers.map(ask)), callers);
    });
  });
});

describe("through sockets", () => {
  test("callers that disconnect early do not affect the others", async () => {
    await portal.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = portal.app.server.address() as AddressInfo;
    const requestOf = ({ browser }: Person): string =>
      `GET /api/auth/auth/validate-auth HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: session=${browser.cookies.get("session") ?? ""}\r\n\r\n`;
    const [gone, staying] = [people.slice(0, 20), people.slice(20, 40)];
    const leaving = gone.map((person) => sendAndLeave(port, requestOf(person)));
    const answers = await Promise.all(staying.map((person) => sendRaw(port, requestOf(person))));
    await Promise.all(leaving);
    expect(answers).toEqual(staying.map(() => 200));
  });
});
