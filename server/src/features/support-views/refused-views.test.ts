/** When no view of another person begins (docs/decisions/0070). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { beginSupportView } from "@storyport/contract/support-views";
import { getUser } from "@storyport/contract/users";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { aTeacher, anAccount, anAdministrator, anOrganization } from "#test/builders.ts";
import { aClass } from "#test/school-class.ts";
import { aManagedSchool } from "#test/user-groups.ts";
import { anAdminDesk, eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const reason = "The teacher does not find her class.";

function begin(desk: Browser, userId: string, body: object = { reason }): Promise<Answer> {
  return desk.call(beginSupportView, { params: { userId }, body });
}

const codeOf = ({ body }: Answer): unknown => Reflect.get(Object(body), "code");
const refused = (code: string) => ({ body: expect.objectContaining({ code }) as object });

describe("a view is refused", () => {
  test("without a reason of 10 to 300 characters, or with one that turns the direction of the text", async () => {
    const { desk } = await anAdminDesk(portal);
    const { account } = await aTeacher(portal);
    for (const given of ["short", "         a          ", "x".repeat(301), "a reason\u202e turned"]) {
      expect(await begin(desk, account.id, { reason: given })).toMatchObject({
        status: 400,
        body: { errors: [{ field: "reason", code: "errors.supportReasonLength" }] },
      });
    }
    expect((await begin(desk, account.id, {})).status).toBe(400);
  });

  test("to everybody but administrators", async () => {
    const { organization, office } = await aManagedSchool(portal);
    const member = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    expect(await begin(office, member.id)).toMatchObject(refused("errors.notAllowed"));
    expect(await begin(portal.browser(), member.id)).toMatchObject(refused("errors.notLoggedIn"));
  });

  test("of oneself, another administrator, a child, an account that cannot log in, and a missing one", async () => {
    const { desk, admin } = await anAdminDesk(portal);
    const organization = await anOrganization(portal);
    const member = (roles: string[], parts: object = {}) => anAccount(portal, { ...parts, memberships: [{ organization, roles }] });
    const { students } = await aClass(portal);
    const refusals = [
      [admin, "errors.notYourself"],
      [await anAdministrator(portal), "errors.supportViewAdministrator"],
      [students[0], "errors.supportViewStudent"],
      [await member(["student", "teacher"]), "errors.supportViewStudent"],
      [await member(["teacher"], { status: "CREATED" }), "errors.statusNotAllowed"],
      [await member(["teacher"], { status: "DEACTIVATED" }), "errors.statusNotAllowed"],
      [await member([]), "errors.statusNotAllowed"],
      [{ id: crypto.randomUUID() }, "errors.notFound"],
    ] as const;
    for (const [account, code] of refusals) expect(codeOf(await begin(desk, account?.id ?? ""))).toBe(code);
  });

  test("of an account without an address, because its owner would not learn of it", async () => {
    const { desk } = await anAdminDesk(portal);
    const { account } = await aTeacher(portal, { email: null, displayName: "No Address", loginTypes: ["FEIDE"] });
    expect(await begin(desk, account.id)).toMatchObject(refused("errors.statusNotAllowed"));
    expect((await desk.call(getUser, { params: { userId: account.id } })).body).toMatchObject({ may: { supportView: false } });
  });

  test("fifteen minutes after the login", async () => {
    const { desk } = await anAdminDesk(portal);
    const { account } = await aTeacher(portal);
    await portal.clock.travel(15 * 60 + 1);
    expect(await begin(desk, account.id)).toMatchObject(refused("errors.loginTooOld"));
  });

  test("inside a view, so there are no chains", async () => {
    const { desk } = await anAdminDesk(portal);
    const { account: viewed } = await aTeacher(portal);
    await begin(desk, viewed.id);
    const { account: another } = await aTeacher(portal);
    expect(await begin(desk, another.id)).toMatchObject(refused("errors.supportViewOnly"));
  });

  test("a second time: of 50 at once by one session exactly one begins", async () => {
    const { desk } = await anAdminDesk(portal);
    const { account } = await aTeacher(portal);
    const answers = await Promise.all(Array.from({ length: 50 }, () => begin(desk, account.id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const codes = new Set(answers.filter(({ status }) => status !== 201).map(codeOf));
    expect([...codes].filter((code) => code !== "errors.supportViewOpen" && code !== "errors.supportViewOnly")).toEqual([]);
    expect(codes).toContain("errors.supportViewOpen");
    await portal.sendLetters();
    expect(portal.mailbox.lettersTo(account.email)).toHaveLength(1);
    expect((await eventsAbout(portal, account.id)).filter(({ event }) => event === "support_view_began")).toHaveLength(1);
  });
});
