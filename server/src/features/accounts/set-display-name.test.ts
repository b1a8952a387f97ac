import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setDisplayName } from "@storyport/contract/accounts";
import { validateAuth } from "@storyport/contract/login";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aSession, aTeacher, logIn } from "#test/builders.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function aTeacherWithoutName(roles?: string[]) {
  const teacher = await aTeacher(portal, { displayName: null, ...(roles === undefined ? {} : { roles }) });
  const browser = await aSession(portal, teacher.account, { loginType: "PASSWORD", organizationId: teacher.organization.id });
  return { ...teacher, browser, set: (displayName: unknown) => browser.call(setDisplayName, { body: { displayName } }) };
}

describe("setting your own display name", () => {
  test("it is stored and shown on the next load; its event does not contain the name", async () => {
    const { browser, set, account } = await aTeacherWithoutName();
    expect((await browser.call(validateAuth)).body).not.toHaveProperty("displayName");
    expect(await set("Kari Nordmann")).toMatchObject({ status: 200, body: { displayName: "Kari Nordmann" } });
    expect((await browser.call(validateAuth)).body).toMatchObject({ displayName: "Kari Nordmann" });
    const events = await portal.context.database.selectFrom("audit_events").selectAll().where("target_id", "=", account.id).execute();
    expect(events.map(({ event }) => event)).toEqual(["display_name_set"]);
    expect(JSON.stringify(events)).not.toContain("Kari");
  });

  test.each([
    ["Bob", "Bob"],
    ["b".repeat(64), "b".repeat(64)],
    ["𠮷".repeat(64), "𠮷".repeat(64)],
    ["  Kari \n Nordmann  ", "Kari Nordmann"],
    ["<b>Kari</b> Nordmann", "Kari Nordmann"],
    ["<script src='//evil.test'></script>Kari", "Kari"],
    ["A\u030ase", "Åse"],
    ["علی‌رضا", "علی‌رضا"],
    ["ශ්‍රී ලක්ෂ්මී", "ශ්‍රී ලක්ෂ්මී"],
    ["צ׳רלי", "צ׳רלי"],
    ["マリー・キュリー", "マリー・キュリー"],
    ["O'Brien drop table accounts", "O'Brien drop table accounts"],
  ])("%j is kept as %j", async (typed, kept) => {
    const { browser, set } = await aTeacherWithoutName();
    expect((await set(typed)).body).toEqual({ displayName: kept });
    expect((await browser.call(validateAuth)).body).toMatchObject({ displayName: kept });
  });

  test.each([
    ["Bo", "errors.displayNameLength", "The name must be 3 to 64 characters long."],
    ["", "errors.displayNameLength", "The name must be 3 to 64 characters long."],
    ["   ", "errors.displayNameLength", "The name must be 3 to 64 characters long."],
    ["b".repeat(65), "errors.displayNameLength", "The name must be 3 to 64 characters long."],
    ["<i></i>", "errors.displayNameLength", "The name must be 3 to 64 characters long."],
    [
      "Kari 🦊",
      "errors.displayNameSpecialCharacters",
      "Non-allowed special characters in the name. Please make sure to avoid using non-necessary special characters or symbols.",
    ],
    ["Kari\u202eGro", "errors.displayNameSpecialCharacters", expect.any(String)],
    ["Kari\u0007", "errors.displayNameSpecialCharacters", expect.any(String)],
    ["Kari < Ola", "errors.displayNameSpecialCharacters", expect.any(String)],
  ])("%j is refused: %s", async (name, code, message) => {
    const { browser, set } = await aTeacherWithoutName();
    const { status, body } = await set(name);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code, message, errors: [{ field: "displayName", code, message }] });
    expect((await browser.call(validateAuth)).body).not.toHaveProperty("displayName");
  });

  test.each([undefined, null, 1, true, [], ["Kari"], { $ne: "" }, "Kari\u0000", "Kari \ud800", "k".repeat(1001)])(
    "%j is refused with 400",
    async (name) => {
      const { set } = await aTeacherWithoutName();
      const { status, body } = await set(name);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: "errors.invalidInput" });
    },
  );

  test.each(["id", "accountId", "email", "status", "roles", "permissions", "organizationId", "activated", "password", "createdAt"])(
    "an unknown member (%s) is refused, and nothing changes",
    async (member) => {
      const { browser } = await aTeacherWithoutName();
      const { status } = await browser.call(setDisplayName, { body: { displayName: "Kari Nordmann", [member]: "x" } });
      expect(status).toBe(400);
      expect((await browser.call(validateAuth)).body).not.toHaveProperty("displayName");
    },
  );

  test("a student may not: errors.displayNameNotPermitted", async () => {
    const { browser, set } = await aTeacherWithoutName(["student"]);
    const { status, body } = await set("Kari Nordmann");
    expect(status).toBe(403);
    expect(body).toMatchObject({
      code: "errors.displayNameNotPermitted",
      message: "Cannot set display name: Your account has no permission to do this.",
    });
    expect((await browser.call(validateAuth)).body).not.toHaveProperty("displayName");
  });

  test("a child's badge session may not", async () => {
    const { account, organization } = await aTeacher(portal, { displayName: null });
    const badge = await aSession(portal, account, { loginType: "QRCODE", organizationId: organization.id });
    const { status, body } = await badge.call(setDisplayName, { body: { displayName: "Nora Nordmann" } });
    expect(status).toBe(403);
    expect(body).toMatchObject({ message: "Cannot set display name: Your account has no permission to do this." });
  });

  test("a call without a session and a call from another site are refused", async () => {
    expect((await portal.browser().call(setDisplayName, { body: { displayName: "Kari Nordmann" } })).status).toBe(401);
    const { account } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }]) {
      const { status, body } = await browser.call(setDisplayName, { body: { displayName: "Owned" }, headers });
      expect(status).toBe(403);
      expect(body).toMatchObject({ code: "errors.crossSite" });
    }
  });

  test("a form or plain text is refused with 415", async () => {
    const { browser } = await aTeacherWithoutName();
    for (const type of ["application/x-www-form-urlencoded", "text/plain"]) {
      const { status } = await browser.send({
        method: "POST",
        url: "/api/auth/users/set-display-name",
        payload: "displayName=Kari",
        headers: { "content-type": type },
      });
      expect(status).toBe(415);
    }
  });
});
