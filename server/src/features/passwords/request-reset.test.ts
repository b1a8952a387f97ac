/** Requesting a reset link: one answer for all addresses, letters only for existing accounts (specification, section 7; DESIGN 8.4). */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { requestUserDeletion } from "@storyport/contract/accounts";
import { logInWithPassword } from "@storyport/contract/login";
import { requestPasswordReset } from "@storyport/contract/passwords";
import { createUser, sendUserLink } from "@storyport/contract/users";
import { answerLinkRequests } from "#/features/link-requests/answer-link-requests.ts";
import { throttleKey } from "#/platform/throttle.ts";
import { aPassword, aTeacher, anAccount, anAdministrator, anIdentity, anOrganization, logIn } from "#test/builders.ts";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());
// The tests share a network address, and some of them use up its attempts.
beforeEach(async () => {
  await portal.context.database.deleteFrom("throttles").execute();
  await portal.context.database.deleteFrom("link_requests").execute();
});

const ask = (email: unknown) => portal.browser().call(requestPasswordReset, { body: { email } });

async function lettersAfterAsking(email: string) {
  await ask(email);
  await portal.sendLetters();
  return portal.mailbox.lettersTo(email);
}

test("every well-formed address gets the same bytes", async () => {
  const addresses = await Promise.all([
    anAccount(portal),
    anAccount(portal, { status: "CREATED", password: null }),
    anAccount(portal, { status: "DEACTIVATED" }),
    anAccount(portal, { password: null, loginTypes: ["FEIDE"] }),
    anAccount(portal, { passwordExpired: true }),
  ]);
  const emails = [...addresses.map(({ email }) => email), `nobody-${randomUUID()}@school.example`];
  const askAll = async (endpoint: typeof requestPasswordReset | typeof requestUserDeletion) => {
    const answers = await Promise.all(emails.map((email) => portal.browser().call(endpoint, { body: { email } })));
    return answers.map(({ status, text, headers }) => {
      const { date: _date, "x-request-id": _id, ...rest } = headers;
      return JSON.stringify({ status, text, rest });
    });
  };
  for (const endpoint of [requestPasswordReset, requestUserDeletion]) {
    // The fourth and the fifth are over the limit.
    for (let count = 0; count < 5; count++) {
      const seen = await askAll(endpoint);
      expect(new Set(seen).size).toBe(1);
      expect(seen[0]).toContain('{"status":200,"text":"{}"');
      await portal.sendLetters();
    }
  }
});

test("the request looks up no account: it writes the same row for every address", async () => {
  const { email } = await anAccount(portal);
  const nobody = `nobody-${randomUUID()}@school.example`;
  await portal.sendLetters();
  await ask(email);
  await ask(nobody);
  const rows = await portal.context.database.selectFrom("link_requests").select(["email", "purpose"]).orderBy("created_at").execute();
  expect(rows).toEqual([
    { email, purpose: "RESET" },
    { email: nobody, purpose: "RESET" },
  ]);
  await portal.sendLetters();
  expect(await portal.context.database.selectFrom("link_requests").select("email").execute()).toEqual([]);
  expect(portal.mailbox.lettersTo(nobody)).toEqual([]);
});

describe("which letter an account gets", () => {
  test("an account with a password: a link to set a new one", async () => {
    const { email } = await anAccount(portal);
    const [letter] = await lettersAfterAsking(email);
    expect(letter?.text).toMatch(new RegExp(`${publicUrl}/account/set-password\\?code=[\\w-]{43}\\n`));
  });

  test("an account that was never activated: a new activation link", async () => {
    const { email } = await anAccount(portal, { status: "CREATED", password: null });
    const [letter] = await lettersAfterAsking(email);
    expect(letter?.text).toContain("activateAccount=true");
  });

  test("an account with other login types: their names, without a link that sets a password", async () => {
    const { id, email } = await anAccount(portal, { password: null, loginTypes: ["FEIDE", "GOOGLE", "APPLE"] });
    await anIdentity(portal, { accountId: id, provider: "FEIDE" });
    const [letter] = await lettersAfterAsking(email);
    expect(letter?.text).toMatch(/You can log in with: \w+, \w+, \w+\./);
    for (const way of ["Feide", "Google", "Apple"]) expect(letter?.text).toContain(way);
    expect(letter?.text).not.toContain("code=");
  });

  test("a deactivated account: nothing", async () => {
    const { email } = await anAccount(portal, { status: "DEACTIVATED" });
    expect(await lettersAfterAsking(email)).toEqual([]);
  });
});

describe("how often an address gets letters", () => {
  test.each([["PASSWORD" as const], ["FEIDE" as const]])(
    "of fifty requests for an account with %s three become letters, and all are answered alike",
    async (type) => {
      const { id, email } = await anAccount(portal, { loginTypes: [type], ...(type === "FEIDE" ? { password: null } : {}) });
      if (type === "FEIDE") await anIdentity(portal, { accountId: id, provider: type });
      for (let count = 0; count < 5; count++) await lettersAfterAsking(email);
      const answers = await Promise.all(Array.from({ length: 45 }, () => ask(email)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(["200 {}"]));
      expect(await lettersAfterAsking(email)).toHaveLength(3);
    },
  );

  test("after three letters repeated requests send one an hour, which is as long as a link works", async () => {
    const { email } = await anAccount(portal);
    for (let count = 0; count < 3; count++) await lettersAfterAsking(email);
    for (let sent = 3; sent < 8; sent++) {
      await portal.clock.travel(3000);
      expect(await lettersAfterAsking(email)).toHaveLength(sent);
      await portal.clock.travel(600);
      expect(await lettersAfterAsking(email)).toHaveLength(sent + 1);
    }
  });

  test("deletion letters requested by strangers block no other letter: a reset, an administrator's, an expired password's", async () => {
    const { account } = await aTeacher(portal, { passwordExpired: true });
    const { email } = account;
    for (let count = 0; count < 4; count++) {
      for (const endpoint of [requestUserDeletion, requestPasswordReset]) await portal.browser().call(endpoint, { body: { email } });
      await portal.sendLetters();
    }
    expect(portal.mailbox.lettersTo(email)).toHaveLength(6);
    const desk = await logIn(portal.browser(), await anAdministrator(portal));
    expect((await desk.call(sendUserLink, { params: { userId: account.id }, body: {} })).status).toBe(200);
    const login = await portal.browser().call(logInWithPassword, { body: { email, password: aPassword, deviceName: "a test" } });
    expect(login.body).toMatchObject({ code: "errors.passwordExpired" });
    await portal.sendLetters();
    expect(portal.mailbox.lettersTo(email)).toHaveLength(8);
  });

  test("the invitation does not count: three more can be requested within the hour", async () => {
    const organization = await anOrganization(portal);
    const desk = await logIn(portal.browser(), await anAdministrator(portal));
    const email = `invited-${randomUUID().slice(0, 8)}@school.example`;
    const body = { email, loginType: "PASSWORD", roles: ["teacher"], organizationId: organization.id };
    expect((await desk.call(createUser, { body })).status).toBe(201);
    for (let count = 0; count < 3; count++) await lettersAfterAsking(email);
    expect(portal.mailbox.lettersTo(email)).toHaveLength(4);
  });

  test("an administrator can send an account three letters an hour, and strangers' requests stay possible", async () => {
    const { account } = await aTeacher(portal);
    const desk = await logIn(portal.browser(), await anAdministrator(portal));
    const send = () => desk.call(sendUserLink, { params: { userId: account.id }, body: {} });
    for (let count = 0; count < 3; count++) expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(429);
    await lettersAfterAsking(account.email);
    expect(portal.mailbox.lettersTo(account.email)).toHaveLength(4);
  });
});

test("a thousand requests for one address from many networks within minutes send three letters at most", async () => {
  const { email } = await anAccount(portal);
  for (let batch = 0; batch < 20; batch++) {
    const remoteAddress = `198.51.100.${batch}`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => portal.browser().call(requestPasswordReset, { body: { email }, remoteAddress })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(["200 {}"]));
    await portal.sendLetters();
  }
  expect(portal.mailbox.lettersTo(email).length).toBeGreaterThanOrEqual(1);
  expect(portal.mailbox.lettersTo(email).length).toBeLessThanOrEqual(3);
});

test("a thousand unsent requests for one address wait as one row", async () => {
  const { email } = await anAccount(portal);
  const { database } = portal.context;
  for (let batch = 0; batch < 20; batch++) {
    await database.deleteFrom("throttles").execute();
    await Promise.all(Array.from({ length: 50 }, () => ask(email)));
  }
  expect(await database.selectFrom("link_requests").select("email").where("email", "=", email).execute()).toHaveLength(1);
  await portal.sendLetters();
  expect(portal.mailbox.lettersTo(email)).toHaveLength(1);
});

describe("from one network address", () => {
  /** Sets the number of requests already counted from there. */
  const setRequests = async (failures: number) => {
    const key = throttleKey("link-request", "127.0.0.1");
    await portal.context.database.updateTable("throttles").set({ failures }).where("key", "=", key).execute();
  };

  test("two thousand teachers of a municipality each get their letter", async () => {
    await ask(`nobody-${randomUUID()}@school.example`);
    await setRequests(1900);
    const teachers = await Promise.all(Array.from({ length: 100 }, () => anAccount(portal)));
    const answers = await Promise.all(teachers.map(({ email }) => ask(email)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await portal.sendLetters();
    for (const { email } of teachers) expect(portal.mailbox.lettersTo(email)).toHaveLength(1);
  });

  test("beyond five thousand an hour each waits, a minute at most: errors.tooManyAttempts", async () => {
    const nobody = () => ask(`nobody-${randomUUID()}@school.example`);
    await nobody();
    await setRequests(5000);
    expect((await nobody()).status).toBe(200);
    expect(await nobody()).toMatchObject({ status: 429, body: { code: "errors.tooManyAttempts" } });
    await portal.clock.travel(2);
    await setRequests(9000);
    expect((await nobody()).status).toBe(200);
    const refused = await nobody();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
  });
});

test.each([
  undefined,
  null,
  7,
  true,
  "",
  "kari",
  "kari@",
  "@school.example",
  "kari@school",
  "kari@@school.example",
  "kari@school.example, x@attacker.example",
  "kari@school.example;x@attacker.example",
  "kari@school.example\r\nBcc: x@attacker.example",
  "kari\u0000@school.example",
  "kari@school.example\u2028x@attacker.example",
  '"kari x"@school.example',
  "Kari <kari@school.example>",
  "kari\u202e@school.example",
  `${"k".repeat(250)}@school.example`,
  ["kari@school.example"],
  { email: "kari@school.example" },
])("refuses %j as an address: 400, and records nothing", async (email) => {
  const answer = await ask(email);
  expect(answer).toMatchObject({ status: 400, body: { code: "errors.invalidInput" } });
  expect(await portal.context.database.selectFrom("link_requests").select("email").execute()).toEqual([]);
});

test("all spellings of an address count as one, and the letter goes to the account's own spelling", async () => {
  const { account } = await aTeacher(portal);
  for (const email of [account.email.toUpperCase(), ` ${account.email} `, account.email.replace("@", "＠")]) await ask(email);
  await portal.sendLetters();
  expect(portal.mailbox.lettersTo(account.email)).toHaveLength(1);
});

test("fifty waiting requests are processed, even if PostgreSQL expects a single one", async () => {
  const { database } = portal.context;
  const accounts = await Promise.all(Array.from({ length: 50 }, () => anAccount(portal)));
  const askAll = () => Promise.all(accounts.map(({ email }) => ask(email)));
  // Analyze while all rows are dead. The planner then expects one row and joins by a nested loop.
  await askAll();
  await database.deleteFrom("link_requests").execute();
  await sql`analyze link_requests`.execute(database);
  await askAll();
  await portal.sendLetters();
  for (const { email } of accounts) expect(portal.mailbox.lettersTo(email)).toHaveLength(1);
});

test("four processes work through fifty requests, each request once", async () => {
  const accounts = await Promise.all(Array.from({ length: 50 }, () => anAccount(portal)));
  await Promise.all(accounts.map(({ email }) => ask(email)));
  await Promise.all(Array.from({ length: 4 }, () => answerLinkRequests(portal.context)));
  await portal.sendLetters();
  for (const { email } of accounts) expect(portal.mailbox.lettersTo(email)).toHaveLength(1);
});
