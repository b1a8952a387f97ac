/** The owner gets a letter about a login from a browser unknown to the account (OWASP ASVS 6.3.5). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { logInWithPassword } from "@storyport/contract/login";
import { setPassword } from "@storyport/contract/passwords";
import { aPassword, aTeacher, anOrganization } from "#test/builders.ts";
import type { TestAccount } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { askForReset } from "#test/mailed-links.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function logIn({ email }: TestAccount, { browser = portal.browser(), deviceName = "a test", password = aPassword } = {}) {
  expect((await browser.call(logInWithPassword, { body: { email, password, deviceName } })).status).toBe(200);
  return browser;
}

async function noticesTo({ email }: TestAccount) {
  await portal.sendLetters();
  return portal.mailbox.lettersTo(email).filter(({ subject }) => subject === "New login to your Storyport account");
}

test("the first browser causes no letter, a second one causes one with its name and the time", async () => {
  const { account } = await aTeacher(portal);
  const first = await logIn(account);
  expect(await noticesTo(account)).toEqual([]);
  const second = await logIn(account, { deviceName: "Firefox 140.0 on Linux" });
  await logIn(account, { browser: first });
  await logIn(account, { browser: second });
  const [letter, ...others] = await noticesTo(account);
  expect(others).toEqual([]);
  expect(letter?.text).toContain("Device: Firefox 140.0 on Linux");
  expect(letter?.text).toMatch(/Time: \w+, \w+ \d{1,2}, \d{4} at .* GMT\+[12]\n/);
});

test("a device cannot name itself as a link, markup or a line of the letter", async () => {
  const { account } = await aTeacher(portal);
  await logIn(account);
  await logIn(account, { deviceName: "<b>Call</b> https://evil.example/x\r\nnow" });
  const [letter] = await noticesTo(account);
  expect(letter?.text).toContain("Device: b Call b https evil example x now");
  expect(letter?.html).not.toContain("evil.example");
});

test("a name that a mail program would turn into a link is left out; initials stay", async () => {
  for (const [displayName, greeting] of [
    ["Prize at evil.example/win", "Hello,"],
    ["J.R.R. Person", "Hello J.R.R. Person,"],
  ] as const) {
    const { account } = await aTeacher(portal, { displayName });
    await logIn(account);
    await logIn(account);
    const [letter] = await noticesTo(account);
    expect(letter?.text.split("\n")[0]).toBe(greeting);
    expect(letter?.html).not.toContain("evil.example");
  }
});

test("a student gets no letter, and a reset that forgot all browsers causes none", async () => {
  const student = (await aTeacher(portal, { roles: ["student"] })).account;
  const { account } = await aTeacher(portal);
  for (const one of [student, account]) await logIn(one);
  await logIn(student);
  const password = "Harbour-Lantern-92";
  const token = await askForReset(portal, account.email);
  expect((await portal.browser().call(setPassword, { body: { email: account.email, password, token } })).status).toBe(200);
  await logIn(account, { password });
  for (const one of [student, account]) expect(await noticesTo(one)).toEqual([]);
});

test("a teacher who is a student of another school gets the letter", async () => {
  const { account } = await aTeacher(portal);
  const { database } = portal.context;
  const elsewhere = { account_id: account.id, organization_id: (await anOrganization(portal)).id };
  await database.insertInto("organization_members").values(elsewhere).execute();
  await database
    .insertInto("account_roles")
    .values({ ...elsewhere, role_key: "student" })
    .execute();
  await logIn(account);
  await logIn(account);
  expect(await noticesTo(account)).toHaveLength(1);
});

test("the first browser after a provider login causes a letter", async () => {
  const { account } = await aTeacher(portal, { loginTypes: ["PASSWORD", "FEIDE"] });
  const identity = { account_id: account.id, provider: "FEIDE" as const, issuer: "https://issuer.example", subject: account.id };
  await portal.context.database
    .insertInto("account_identities")
    .values({ ...identity, last_used_at: new Date() })
    .execute();
  await logIn(account);
  expect(await noticesTo(account)).toHaveLength(1);
});

test("fifty concurrent logins from unknown browsers cause three letters at most", async () => {
  const { account } = await aTeacher(portal);
  await logIn(account);
  const attempt = (browser = portal.browser()) =>
    browser.call(logInWithPassword, { body: { email: account.email, password: aPassword, deviceName: "a test" } });
  // Each login counts as a guess until it succeeds, so only some of fifty get through. Two minutes are longer than any wait.
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => attempt()));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    await portal.clock.travel(120);
  }
  expect(await noticesTo(account)).toHaveLength(3);
});

test("at most three letters an hour are sent", async () => {
  const { account } = await aTeacher(portal);
  for (let count = 0; count < 6; count++) await logIn(account);
  expect(await noticesTo(account)).toHaveLength(3);
  await portal.clock.travel(3601);
  await logIn(account);
  expect(await noticesTo(account)).toHaveLength(4);
});
