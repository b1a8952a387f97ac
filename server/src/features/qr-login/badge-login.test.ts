/** Logging in with a badge (specification, sections 2 and 8; DESIGN A6, A15). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { validateAuth } from "@storyport/contract/login";
import { logInWithBadge } from "@storyport/contract/qr-login";
import { throttleKey } from "#/platform/throttle.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { logIn } from "#test/builders.ts";
import type { Browser } from "#test/browser.ts";
import { meanwhile } from "#test/meanwhile.ts";
import { handOver } from "#test/oauth-client.ts";
import { aClassWithBadges, badgesOf, scan } from "#test/school-class.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function expectRefused(code: string, browser: Browser = portal.browser()): Promise<void> {
  const { status, body } = await scan(browser, code);
  expect(status).toBe(401);
  expect(body).toMatchObject({ code: "errors.qrLoginUrlInValid", message: "The QR login link was not valid." });
  expect((await browser.call(validateAuth)).status).toBe(401);
}

describe("a badge", () => {
  test("logs its student in, for five minutes and one hand-over, in the group's organization", async () => {
    const { nora, students, organization, game } = await aClassWithBadges(portal);
    const tablet = portal.browser();
    const { status, body } = await scan(tablet, nora);
    expect(status).toBe(200);
    expect(body).toEqual({
      accountId: students[0]?.id,
      orgId: organization.id,
      loginType: "QRCODE",
      displayName: "Nora",
      locale: "en",
      roles: ["student"],
      permissions: ["login"],
    });
    // The next page uses the child's language.
    expect(tablet.cookies.get("language")).toBe("en");
    await handOver(tablet, game);
    expect((await tablet.call(validateAuth)).status).toBe(401);
    expect((await scan(tablet, nora)).status).toBe(200);
    await portal.clock.travel(301);
    expect((await tablet.call(validateAuth)).status).toBe(401);
  });

  test("works as often as it is scanned, also thirty times at once from one school", async () => {
    const { nora } = await aClassWithBadges(portal);
    const answers = await Promise.all(Array.from({ length: 30 }, () => scan(portal.browser(), nora)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  test("scanned after another child's badge in one browser replaces that child after a question", async () => {
    const { nora, emil, students } = await aClassWithBadges(portal);
    const tablet = portal.browser();
    expect((await scan(tablet, nora)).status).toBe(200);
    const former = new Map(tablet.cookies);
    expect((await scan(tablet, emil, "replace")).body).toMatchObject({ displayName: "Emil" });
    expect((await tablet.call(validateAuth)).body).toMatchObject({ displayName: "Emil" });
    const copied = portal.browser();
    for (const [name, value] of former) copied.cookies.set(name, value);
    expect((await copied.call(validateAuth)).status).toBe(401);
    expect(tablet.cookies.get("user")).toBe(students[1]?.id);
  });

  test("does not replace another user's session without a question: errors.otherSessionOpen (DESIGN A28)", async () => {
    const { nora, emil, teacher, students } = await aClassWithBadges(portal);
    const desk = await logIn(portal.browser(), teacher);
    const tablet = portal.browser();
    await scan(tablet, emil);
    for (const browser of [desk, tablet]) {
      const before = (await browser.call(validateAuth)).body;
      const { status, body } = await scan(browser, nora);
      expect(status).toBe(409);
      expect(body).toMatchObject({ code: "errors.otherSessionOpen" });
      expect((await browser.call(validateAuth)).body).toEqual(before);
    }
    const badges = portal.context.database
      .selectFrom("badges")
      .select("last_used_at")
      .where("account_id", "=", students[0]?.id ?? "");
    expect(await badges.execute()).toEqual([{ last_used_at: null }]);
  });

  test("replaces the same child's session and an ended session without a question", async () => {
    const { nora, emil } = await aClassWithBadges(portal);
    const tablet = portal.browser();
    for (let time = 0; time < 2; time++) expect((await scan(tablet, nora)).status).toBe(200);
    await portal.clock.travel(301);
    expect((await scan(tablet, emil)).status).toBe(200);
  });

  test("of a student being erased is refused, without a deadlock", async () => {
    const { nora, students } = await aClassWithBadges(portal);
    const { id = "" } = students[0] ?? {};
    const answer = await meanwhile(portal, {
      account: { id },
      happens: (transaction) =>
        transaction.updateTable("accounts").set({ status: "DELETED", display_name: null }).where("id", "=", id).execute(),
      goesOn: (transaction) => transaction.deleteFrom("badges").where("account_id", "=", id).execute(),
      call: () => scan(portal.browser(), nora),
    });
    expect(answer).toMatchObject({ status: 401, body: { code: "errors.qrLoginUrlInValid" } });
  });

  test("ends the session of a logged-in teacher after a question", async () => {
    const { nora, teacher } = await aClassWithBadges(portal);
    const browser = await logIn(portal.browser(), teacher);
    await scan(browser, nora, "replace");
    expect((await browser.call(validateAuth)).body).toMatchObject({ displayName: "Nora" });
    const left = await portal.context.database.selectFrom("sessions").select("digest").where("account_id", "=", teacher.id).execute();
    // Only the desk's own session from the builder is left.
    expect(left).toHaveLength(1);
  });
});

describe("errors.qrLoginUrlInValid", () => {
  test.each(["", "short", "x".repeat(200), "a b c d e f g h", "../../etc/passwd", "z".repeat(43)])("for the code %j", async (code) => {
    await expectRefused(code);
    expect((await portal.browser().call(logInWithBadge)).body).toMatchObject({ code: "errors.qrLoginUrlInValid" });
  });

  test("after the school year ends, after 395 days at most", async () => {
    const { nora } = await aClassWithBadges(portal);
    expect((await scan(portal.browser(), nora)).status).toBe(200);
    await portal.clock.travel(396 * 24 * 3600);
    await expectRefused(nora);
  });

  test.each(["DEACTIVATED", "CREATED"] as const)("for an account that is %s", async (status) => {
    const { nora, students } = await aClassWithBadges(portal);
    await portal.context.database
      .updateTable("accounts")
      .set({ status })
      .where("id", "=", students[0]?.id ?? "")
      .execute();
    await expectRefused(nora);
  });

  test("for a student promoted to teacher, who no longer logs in by badge", async () => {
    const { nora, students, organization } = await aClassWithBadges(portal);
    const promotion = { account_id: students[0]?.id ?? "", role_key: "teacher", organization_id: organization.id };
    await portal.context.database.insertInto("account_roles").values(promotion).execute();
    await expectRefused(nora);
    await portal.context.database.deleteFrom("account_roles").where("account_id", "=", promotion.account_id).execute();
    await expectRefused(nora);
  });

  test("for a student promoted through a user group", async () => {
    const { nora, students, organization } = await aClassWithBadges(portal);
    const { database } = portal.context;
    const { id } = await database
      .insertInto("user_groups")
      .values({ organization_id: organization.id, name: "Staff" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await database.insertInto("user_group_roles").values({ user_group_id: id, role_key: "member" }).execute();
    await database
      .insertInto("user_group_members")
      .values({ user_group_id: id, account_id: students[0]?.id ?? "" })
      .execute();
    await expectRefused(nora);
  });

  test("for an archived group, a student who left the school, or a removed login type", async () => {
    const { database } = portal.context;
    const archived = await aClassWithBadges(portal);
    await database.updateTable("player_groups").set({ group_type: "ARCHIVED" }).where("id", "=", archived.group.id).execute();
    await expectRefused(archived.nora);
    const left = await aClassWithBadges(portal);
    await database
      .deleteFrom("organization_members")
      .where("account_id", "=", left.students[0]?.id ?? "")
      .execute();
    await expectRefused(left.nora);
    const without = await aClassWithBadges(portal);
    await database
      .deleteFrom("account_login_types")
      .where("account_id", "=", without.students[0]?.id ?? "")
      .execute();
    await expectRefused(without.nora);
  });

  test("ends the former child's session, and keeps a teacher's", async () => {
    const { nora, emil, desk, group, students } = await aClassWithBadges(portal);
    const tablet = portal.browser();
    expect((await scan(tablet, nora)).status).toBe(200);
    await badgesOf({ desk, group }, students[1]?.id);
    await expectRefused(emil, tablet);
    expect((await scan(desk, emil)).status).toBe(401);
    expect((await desk.call(validateAuth)).status).toBe(200);
  });

  test.each([
    ["empty", ""],
    ["short", "short"],
    ["long", "x".repeat(200)],
    ["far too long", "x".repeat(8000)],
    ["spaced", "a b c d e f g h"],
  ])("for a damaged link whose code is %s ends the former child's session too", async (_, code) => {
    const { nora, desk } = await aClassWithBadges(portal);
    const tablet = portal.browser();
    expect((await scan(tablet, nora)).status).toBe(200);
    await expectRefused(code, tablet);
    expect((await scan(desk, code)).status).toBe(401);
    expect((await desk.call(validateAuth)).status).toBe(200);
  });

  test("for a call without a code ends no session, because it names no badge", async () => {
    const { nora } = await aClassWithBadges(portal);
    const tablet = portal.browser();
    expect((await scan(tablet, nora)).status).toBe(200);
    expect(await tablet.call(logInWithBadge)).toMatchObject({ status: 401, body: { code: "errors.qrLoginUrlInValid" } });
    expect((await tablet.call(validateAuth)).status).toBe(200);
  });
});

test("only from our own pages: a picture, a preview or another site's link sets no cookie", async () => {
  const { nora } = await aClassWithBadges(portal);
  for (const site of ["cross-site", "same-site", "none"]) {
    const browser = portal.browser();
    const { status } = await browser.call(logInWithBadge, { query: { code: nora }, headers: { "sec-fetch-site": site } });
    expect(status).toBe(403);
    expect(browser.cookies.size).toBe(0);
  }
});

test("a dead badge is slowed down after twenty tries and no longer recorded: errors.tooManyAttempts; other badges are not", async () => {
  const { nora, emil, desk, group, students } = await aClassWithBadges(portal);
  await badgesOf({ desk, group }, students[0]?.id);
  // Twenty tries are free. The next one begins the first wait.
  for (let count = 0; count < 21; count++) await expectRefused(nora);
  const tablet = portal.browser();
  expect((await scan(tablet, emil)).status).toBe(200);
  expect(await scan(tablet, nora)).toMatchObject({ status: 429, body: { code: "errors.tooManyAttempts" } });
  expect((await tablet.call(validateAuth)).status, "the child before is gone all the same").toBe(401);
  expect((await scan(portal.browser(), emil)).status).toBe(200);
  const { database } = portal.context;
  const refused = database
    .selectFrom("audit_events")
    .select("id")
    .where("event", "=", "login_refused")
    .where("target_id", "=", students[0]?.id ?? "");
  expect(await refused.execute()).toHaveLength(21);
});

describe("unknown codes", () => {
  const remoteAddress = "192.0.2.77";
  const guess = () => portal.browser().call(logInWithBadge, { query: { code: "u".repeat(43) }, remoteAddress });

  test("are slowed down by address: errors.tooManyAttempts with Retry-After; valid badges from there are not", async () => {
    const { nora } = await aClassWithBadges(portal);
    expect((await guess()).status).toBe(401);
    const key = throttleKey("badge-address", remoteAddress);
    await portal.context.database.updateTable("throttles").set({ failures: 300 }).where("key", "=", key).execute();
    await guess();
    const { status, body, headers } = await guess();
    expect(status).toBe(429);
    expect(body).toMatchObject({ code: "errors.tooManyAttempts" });
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect((await portal.browser().call(logInWithBadge, { query: { code: nora }, remoteAddress })).status).toBe(200);
  });
});

test("events are recorded without a code or a name", async () => {
  const { nora, students } = await aClassWithBadges(portal);
  await scan(portal.browser(), nora);
  await portal.clock.travel(396 * 24 * 3600);
  await scan(portal.browser(), nora);
  const { database } = portal.context;
  const events = await database
    .selectFrom("audit_events")
    .selectAll()
    .where("target_id", "=", students[0]?.id ?? "")
    .orderBy("id")
    .execute();
  expect(events.map(({ event }) => event)).toEqual(["badge_issued", "login_succeeded", "login_refused"]);
  const all = JSON.stringify(await database.selectFrom("audit_events").selectAll().execute());
  expect(all).not.toContain(nora);
  expect(all).not.toContain("Nora");
});

test("no code is stored in plain text", async () => {
  const { nora } = await aClassWithBadges(portal);
  const rows = await portal.context.database.selectFrom("badges").selectAll().execute();
  expect(rows.some((row) => Object.values(row).some((value) => String(value).includes(nora)))).toBe(false);
});
