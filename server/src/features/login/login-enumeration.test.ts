/** Without the password a caller learns nothing about the account (DESIGN A8, 8.4). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { logInWithPassword } from "@storyport/contract/login";
import { throttleKey } from "#/platform/throttle.ts";
import { aPassword, aTeacher, anAccount } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer } from "#test/browser.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const keyOf = (email: string): string => throttleKey("password-account", email);
const wrongPassword = "Not-The-Password-1";

const attempt = (email: string, password = wrongPassword): Promise<Answer> =>
  portal.browser().call(logInWithPassword, { body: { email, password, deviceName: "a test" } });

/** Drops the parts that differ between calls: a wait of 60 seconds may read 59 a moment later. */
function withoutIds({ status, headers, text }: Answer) {
  const { date: _date, "x-request-id": requestId, "retry-after": retryAfter, ...rest } = headers;
  if (retryAfter !== undefined) expect(Number(retryAfter)).toBeGreaterThan(50);
  return { status, headers: rest, text: text.replace(String(requestId), "[id]") };
}

async function sixAddresses(): Promise<Record<string, string>> {
  const active = await aTeacher(portal);
  const deactivated = await aTeacher(portal, { status: "DEACTIVATED" });
  const expired = await aTeacher(portal, { passwordExpired: true });
  const guest = await aTeacher(portal, { roles: ["guest"] });
  const federated = await anAccount(portal, { password: null, loginTypes: ["FEIDE"] });
  return {
    unknown: `nobody-${randomUUID()}@school.example`,
    active: active.account.email,
    deactivated: deactivated.account.email,
    expired: expired.account.email,
    guest: guest.account.email,
    federated: federated.email,
  };
}

test("with a wrong password six kinds of account answer with the same bytes and headers", async () => {
  const addresses = await sixAddresses();
  const answers = await Promise.all(
    Object.entries(addresses).map(async ([kind, email]) => ({ kind, answer: withoutIds(await attempt(email)) })),
  );
  const [first] = answers;
  for (const { kind, answer } of answers) expect(answer, kind).toEqual(first?.answer);
});

test("they still do when they are throttled", async () => {
  const addresses = await sixAddresses();
  const answers: Record<string, ReturnType<typeof withoutIds>[]> = {};
  for (const [kind, email] of Object.entries(addresses)) {
    await attempt(email);
    // Set many failures, so that the next wait is a minute and a slow machine does not outlast it.
    await portal.context.database.updateTable("throttles").set({ failures: 50 }).where("key", "=", keyOf(email)).execute();
    answers[kind] = [];
    for (let count = 0; count < 3; count++) answers[kind].push(withoutIds(await attempt(email)));
  }
  expect(answers["active"]?.map(({ status }) => status)).toEqual([401, 429, 429]);
  for (const [kind, seen] of Object.entries(answers)) expect(seen, kind).toEqual(answers["active"]);
});

test("an expired password tried wrongly sends no letter", async () => {
  const { account } = await aTeacher(portal, { passwordExpired: true });
  await attempt(account.email);
  await portal.sendLetters();
  expect(portal.mailbox.lettersTo(account.email)).toEqual([]);
});

test("history keeps why a login failed, without the address that was typed", async () => {
  const { account } = await aTeacher(portal);
  await attempt(account.email);
  await attempt("canary-address@school.example");
  const events = await portal.context.database
    .selectFrom("audit_events")
    .select(["event", "target_id", "details", "network"])
    .orderBy("id", "desc")
    .limit(2)
    .execute();
  expect(events).toMatchObject([
    { event: "login_failed", target_id: null, details: { reason: "unknown account" }, network: "127.0.0.0/24" },
    { event: "login_failed", target_id: account.id, details: { reason: "wrong password" } },
  ]);
  expect(JSON.stringify(events)).not.toContain("canary-address");
});

test("an account without a password takes none, neither a usual one nor an empty value as text", async () => {
  const { email } = await anAccount(portal, { password: null, loginTypes: ["GOOGLE"] });
  // A password of fewer than eight characters would be refused before the check.
  for (const password of [aPassword, "undefined-", "nullnull"]) expect((await attempt(email, password)).status).toBe(401);
});
