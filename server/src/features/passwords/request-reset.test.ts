/** Asking for a reset link: one answer for everybody, letters for those who are there (specification, section 7; DESIGN 8.4). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { requestUserDeletion } from "@storyport/contract/accounts";
import { requestPasswordReset } from "@storyport/contract/passwords";
import { aTeacher, anAccount } from "#test/builders.ts";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());
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

test("every well-formed address gets the same bytes, whoever has it", async () => {
  const addresses = await Promise.all([
    anAccount(portal),
    anAccount(portal, { status: "CREATED", password: null }),
    anAccount(portal, { status: "DEACTIVATED" }),
    anAccount(portal, { password: null, loginTypes: ["FEIDE"] }),
    anAccount(portal, { passwordExpired: true }),
  ]);
  const overLimit = await anAccount(portal);
  for (let count = 0; count < 4; count++) await lettersAfterAsking(overLimit.email);
  const emails = [...addresses.map(({ email }) => email), overLimit.email, `nobody-${randomUUID()}@school.example`];
  for (const endpoint of [requestPasswordReset, requestUserDeletion]) {
    const answers = await Promise.all(emails.map((email) => portal.browser().call(endpoint, { body: { email } })));
    const seen = answers.map(({ status, text, headers }) => {
      const { date: _date, "x-request-id": _id, ...rest } = headers;
      return JSON.stringify({ status, text, rest });
    });
    expect(new Set(seen).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, text: "{}" });
  }
});

test("the request itself looks nobody up: the same row is written for every address", async () => {
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

describe("who is written to, and what", () => {
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

  test("an account that logs in elsewhere: how it logs in, and no link that sets a password", async () => {
    const { email } = await anAccount(portal, { password: null, loginTypes: ["FEIDE", "GOOGLE", "APPLE"] });
    const [letter] = await lettersAfterAsking(email);
    expect(letter?.text).toMatch(/Log in with \w+, Log in with \w+, Log in with \w+\./);
    for (const way of ["Feide", "Google", "Apple"]) expect(letter?.text).toContain(`Log in with ${way}`);
    expect(letter?.text).not.toContain("code=");
  });

  test("a deactivated account: nothing", async () => {
    const { email } = await anAccount(portal, { status: "DEACTIVATED" });
    expect(await lettersAfterAsking(email)).toEqual([]);
  });
});

test.each([["PASSWORD" as const], ["FEIDE" as const]])(
  "three letters an hour go to an account with %s, then silently none",
  async (type) => {
    const { email } = await anAccount(portal, { loginTypes: [type], ...(type === "FEIDE" ? { password: null } : {}) });
    for (let count = 0; count < 6; count++) await lettersAfterAsking(email);
    expect(portal.mailbox.lettersTo(email)).toHaveLength(3);
    await portal.clock.travel(3601);
    expect(await lettersAfterAsking(email)).toHaveLength(4);
  },
);

test("ten letters a day go to an account, then silently none", async () => {
  const { email } = await anAccount(portal);
  for (let hour = 0; hour < 6; hour++) {
    for (let count = 0; count < 3; count++) await lettersAfterAsking(email);
    await portal.clock.travel(3601);
  }
  expect(portal.mailbox.lettersTo(email)).toHaveLength(10);
  await portal.clock.travel(24 * 3600);
  expect(await lettersAfterAsking(email)).toHaveLength(11);
});

test("letters about deletion and about passwords count together", async () => {
  const { email } = await anAccount(portal);
  for (const endpoint of [requestPasswordReset, requestUserDeletion, requestPasswordReset, requestUserDeletion, requestUserDeletion]) {
    await portal.browser().call(endpoint, { body: { email } });
    await portal.sendLetters();
  }
  expect(portal.mailbox.lettersTo(email)).toHaveLength(3);
});

test("a thousand requests for one address, from everywhere, within the hour end in three letters", async () => {
  const { email } = await anAccount(portal);
  for (let batch = 0; batch < 20; batch++) {
    const remoteAddress = `198.51.100.${batch}`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => portal.browser().call(requestPasswordReset, { body: { email }, remoteAddress })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(["200 {}"]));
    await portal.sendLetters();
  }
  expect(portal.mailbox.lettersTo(email)).toHaveLength(3);
});

test("a thousand requests for one address, while nothing is sent, wait as one", async () => {
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

test("sixty requests an hour are taken from one network address, then errors.tooManyAttempts", async () => {
  const nobody = () => ask(`nobody-${randomUUID()}@school.example`);
  for (let count = 0; count < 60; count++) expect((await nobody()).status).toBe(200);
  const refused = await nobody();
  expect(refused).toMatchObject({ status: 429, body: { code: "errors.tooManyAttempts" } });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3000);
  const deletion = await portal.browser().call(requestUserDeletion, { body: { email: "nobody@school.example" } });
  expect(deletion).toMatchObject({ status: 429, body: { code: "errors.tooManyAttempts" } });
  await portal.clock.travel(3601);
  expect((await nobody()).status).toBe(200);
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
])("%j is no address: 400, and nothing is written down", async (email) => {
  const answer = await ask(email);
  expect(answer).toMatchObject({ status: 400, body: { code: "errors.invalidInput" } });
  expect(await portal.context.database.selectFrom("link_requests").select("email").execute()).toEqual([]);
});

test("an address is one however it is written, and the letter goes to the account's own spelling", async () => {
  const { account } = await aTeacher(portal);
  for (const email of [account.email.toUpperCase(), ` ${account.email} `, account.email.replace("@", "＠")]) await ask(email);
  await portal.sendLetters();
  expect(portal.mailbox.lettersTo(account.email)).toHaveLength(1);
});

test("four processes answer fifty requests once each", async () => {
  const { answerLinkRequests } = await import("#/features/link-requests/answer-link-requests.ts");
  const accounts = await Promise.all(Array.from({ length: 50 }, () => anAccount(portal)));
  await Promise.all(accounts.map(({ email }) => ask(email)));
  await Promise.all(Array.from({ length: 4 }, () => answerLinkRequests(portal.context)));
  await portal.sendLetters();
  for (const { email } of accounts) expect(portal.mailbox.lettersTo(email)).toHaveLength(1);
});
