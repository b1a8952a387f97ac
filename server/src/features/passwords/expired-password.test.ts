/** The reset letter that the right but expired password sends (specification, sections 4 and 8; DESIGN A8). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { logInWithPassword } from "@storyport/contract/login";
import { aPassword, aTeacher } from "#test/builders.ts";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { sendResetLink } from "./send-reset-link.ts";
import { digestOf } from "#/platform/secrets.ts";

let portal: TestPortal;
beforeAll(async () => {
  // The callers count as our proxies, because even a proxy must not choose the host of a link.
  portal = await buildTestPortal({ TRUSTED_PROXIES: "127.0.0.1" });
});
afterAll(() => portal.close());

async function logInWithExpired(email: string, headers: Record<string, string> = {}): Promise<void> {
  const answer = await portal.browser().call(logInWithPassword, { body: { email, password: aPassword, deviceName: "a test" }, headers });
  expect(answer.body).toMatchObject({ code: "errors.passwordExpired" });
}

async function expiredAccount() {
  const { account } = await aTeacher(portal, { passwordExpired: true });
  return account;
}

test("one reset letter goes to the account's address, with a link valid for an hour and stored as a digest", async () => {
  const { email, id } = await expiredAccount();
  await logInWithExpired(email);
  await portal.sendLetters();
  const letters = portal.mailbox.lettersTo(email);
  expect(letters).toHaveLength(1);
  const [, token = ""] = /\/account\/set-password\?code=([\w-]{43})\b/.exec(letters[0]?.text ?? "") ?? [];
  const links = await portal.context.database.selectFrom("account_links").selectAll().where("account_id", "=", id).execute();
  expect(links).toMatchObject([{ purpose: "RESET", used_at: null }]);
  expect(links[0]?.digest.equals(digestOf(token))).toBe(true);
  expect(links[0]?.expires_at.getTime()).toBeGreaterThan(Date.now() + 3500_000);
  expect(links[0]?.expires_at.getTime()).toBeLessThan(Date.now() + 3700_000);
  expect(JSON.stringify(links)).not.toContain(token);
});

const attacker = "attacker.example";
const poisons: Record<string, string>[] = [
  { host: attacker },
  { host: `localhost:3000@${attacker}` },
  { host: `${attacker}:3000` },
  { "x-forwarded-host": attacker },
  { "x-forwarded-host": `${attacker}, localhost` },
  { "x-forwarded-proto": "https", "x-forwarded-host": attacker },
  { "x-forwarded-server": attacker },
  { "x-forwarded-port": "6666" },
  { forwarded: `for=1.2.3.4;host=${attacker};proto=https` },
  { "x-host": attacker, "x-http-host-override": attacker },
  { "x-original-url": `https://${attacker}/`, "x-rewrite-url": `https://${attacker}/` },
  { "x-forwarded-prefix": `//${attacker}`, "x-forwarded-for": "6.6.6.6", referer: `https://${attacker}/` },
];

test.each(poisons)("the link starts with PUBLIC_URL whatever the headers say: %j", async (headers) => {
  const { email } = await expiredAccount();
  await logInWithExpired(email, headers);
  await portal.sendLetters();
  const [letter] = portal.mailbox.lettersTo(email);
  const links = [...`${letter?.text} ${letter?.html}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([url]) => url);
  expect(links.length).toBeGreaterThanOrEqual(2);
  for (const link of links) expect(link.startsWith(`${publicUrl}/account/set-password?code=`), link).toBe(true);
  expect(JSON.stringify(letter)).not.toContain(attacker);
});

test("at most three letters an hour are sent; the next one after the hour", async () => {
  const { email } = await expiredAccount();
  for (let count = 0; count < 6; count++) await logInWithExpired(email);
  await portal.sendLetters();
  expect(portal.mailbox.lettersTo(email)).toHaveLength(3);
  await portal.clock.travel(3601);
  await logInWithExpired(email);
  await portal.sendLetters();
  expect(portal.mailbox.lettersTo(email)).toHaveLength(4);
});

test("ten concurrent causes send three letters, and one link is valid", async () => {
  const account = await expiredAccount();
  const { database } = portal.context;
  const recipient = { id: account.id, email: account.email, default_locale: "en", display_name: null };
  const caller = { requestId: "a test", addressBucket: "a test", network: "a test" };
  await Promise.all(
    Array.from({ length: 10 }, () =>
      database
        .transaction()
        .execute((transaction) =>
          sendResetLink(portal.context, transaction, { account: recipient, caller, cause: "LOGIN", reason: "expired" }),
        ),
    ),
  );
  await portal.sendLetters();
  expect(portal.mailbox.lettersTo(account.email)).toHaveLength(3);
  const links = await database.selectFrom("account_links").select("replaced_at").where("account_id", "=", account.id).execute();
  expect(links.filter(({ replaced_at }) => replaced_at === null)).toHaveLength(1);
});

test("a new link replaces the former one", async () => {
  const { email, id } = await expiredAccount();
  await logInWithExpired(email);
  await logInWithExpired(email);
  const links = await portal.context.database
    .selectFrom("account_links")
    .select("replaced_at")
    .where("account_id", "=", id)
    .orderBy("created_at")
    .execute();
  expect(links.map(({ replaced_at }) => replaced_at === null)).toEqual([false, true]);
});

test("the letter is in the account's language, and a name in it is text, never markup", async () => {
  const { account } = await aTeacher(portal, { passwordExpired: true, locale: "nb", displayName: "<b>Kari</b> & co" });
  await logInWithExpired(account.email);
  await portal.sendLetters();
  const [letter] = portal.mailbox.lettersTo(account.email);
  expect(letter?.html).toContain('<html lang="nb" dir="ltr">');
  expect(letter?.html).not.toContain("<b>Kari");
  expect(letter?.text).toContain("<b>Kari</b> & co");
});
