/** Each page names the account that it shows, because the tabs of a browser share a session (docs/decisions/0074). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setDisplayName } from "@storyport/contract/accounts";
import { logOut, sessionUser, validateAuth } from "@storyport/contract/login";
import { beginSupportView, endSupportView } from "@storyport/contract/support-views";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { aTeacher, logIn } from "#test/builders.ts";
import { anAdminDesk } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

describe("a page that shows another account than the session's", () => {
  const named = (desk: Browser, shown: string) =>
    desk.call(setDisplayName, { body: { displayName: "Somebody Else" }, headers: { "x-storyport": shown } });

  test("changes nothing after the view has ended in another tab: errors.otherAccount", async () => {
    const { account: teacher } = await aTeacher(portal);
    const { desk, admin } = await anAdminDesk(portal);
    const reason = "The teacher does not find her class.";
    expect((await desk.call(beginSupportView, { params: { userId: teacher.id }, body: { reason } })).status).toBe(201);
    const name = async () => sessionUser.parse((await desk.call(validateAuth)).body).displayName;
    expect((await desk.call(endSupportView, { body: {} })).status).toBe(200);
    const before = await name();
    // This tab has not loaded its page again yet, and shows the teacher.
    expect(await named(desk, teacher.id)).toMatchObject({ status: 409, body: { code: "errors.otherAccount" } });
    expect(await name()).toBe(before);
    expect((await named(desk, admin.id)).status).toBe(200);
    expect(await name()).toBe("Somebody Else");
  });

  test("changes nothing after somebody else has logged in in another tab; it still may read, ask for the end of a view, and log out", async () => {
    const { account: first } = await aTeacher(portal);
    const { account: second } = await aTeacher(portal, { displayName: "Ola Nordmann" });
    const browser = await logIn(await logIn(portal.browser(), first), second);
    const headers = { "x-storyport": first.id };
    expect(await named(browser, first.id)).toMatchObject({ status: 409, body: { code: "errors.otherAccount" } });
    expect((await browser.call(endSupportView, { body: {}, headers })).status).toBe(200);
    expect((await browser.call(validateAuth, { headers })).body).toMatchObject({ accountId: second.id, displayName: "Ola Nordmann" });
    expect((await browser.call(logOut, { headers })).status).toBe(200);
    expect((await browser.call(validateAuth)).status).toBe(401);
  });

  test("is no matter for a page or a program that names no account", async () => {
    const { account } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    // A page that shows no account sends 1.
    expect((await named(browser, "1")).status).toBe(200);
    expect((await browser.call(setDisplayName, { body: { displayName: "Kari" } })).status).toBe(200);
  });
});
