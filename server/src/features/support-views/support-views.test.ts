/** An administrator sees the portal as another person sees it (docs/decisions/0070). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { requestUserDeletion, setDisplayName } from "@storyport/contract/accounts";
import { listAuditEvents } from "@storyport/contract/audit";
import { logOut, sessionUser, validateAuth } from "@storyport/contract/login";
import { requestPasswordReset } from "@storyport/contract/passwords";
import { exportOwnData } from "@storyport/contract/personal-data";
import { listPlayerGroupRights } from "@storyport/contract/player-groups";
import { listOwnSessions } from "@storyport/contract/sessions";
import { beginSupportView, endSupportView } from "@storyport/contract/support-views";
import { deactivateUser, deleteUserByAdmin, getUser } from "@storyport/contract/users";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { aTeacher, anAccount, anAdministrator, anOrganization, logIn } from "#test/builders.ts";
import type { TestAccount } from "#test/builders.ts";
import { aClass } from "#test/school-class.ts";
import { aManagedSchool } from "#test/user-groups.ts";
import { anAdminDesk, eventsAbout } from "#test/users.ts";
import { endOverdueViews } from "./end-support-view.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const reason = "The teacher does not find her class.";

function begin(desk: Browser, userId: string, body: object = { reason }): Promise<Answer> {
  return desk.call(beginSupportView, { params: { userId }, body });
}

const end = (desk: Browser) => desk.call(endSupportView, { body: {} });

async function whoIs(browser: Browser) {
  const { status, body } = await browser.call(validateAuth);
  return status === 200 ? sessionUser.parse(body) : undefined;
}

/** A teacher, and the browser of an administrator who sees the portal as the teacher. */
async function aView(parts: { teacherHasOtherSession?: boolean } = {}) {
  const { account: teacher, organization, game } = await aTeacher(portal, { displayName: "Kari Nordmann" });
  const own = parts.teacherHasOtherSession === true ? await logIn(portal.browser(), teacher) : undefined;
  const { desk, admin } = await anAdminDesk(portal);
  const answer = await begin(desk, teacher.id);
  expect(answer.text).toContain("endsAt");
  expect(answer.status).toBe(201);
  return { teacher, organization, game, desk, admin, own };
}

const refused = (code: string) => ({ status: expect.any(Number) as number, body: expect.objectContaining({ code }) as object });
const namesOf = async ({ id }: TestAccount) => (await eventsAbout(portal, id)).map(({ event }) => event);

/** The only event of this name about an account. */
async function eventOf({ id }: TestAccount, name: string) {
  const found = (await eventsAbout(portal, id)).filter(({ event }) => event === name);
  expect(found).toHaveLength(1);
  return found[0];
}

describe("a view", () => {
  test("answers as the viewed person, with that person's rights, and names the view", async () => {
    const { teacher, desk, admin } = await aView();
    const user = await whoIs(desk);
    expect(user).toMatchObject({ accountId: teacher.id, email: teacher.email, roles: ["teacher"] });
    expect(user?.permissions).not.toContain("admin");
    expect(user?.supportView).toMatchObject({ accountId: teacher.id, name: "Kari Nordmann", isOver: false });
    expect(user?.supportView?.secondsLeft).toBeGreaterThan(14 * 60);
    expect(user?.supportView?.secondsLeft).toBeLessThanOrEqual(15 * 60);
    expect((await desk.call(getUser, { params: { userId: admin.id } })).status).toBe(403);
  });

  test("shows the classes of the viewed person, and no other class", async () => {
    const [school, other] = [await aClass(portal), await aClass(portal)];
    const { desk } = await anAdminDesk(portal);
    expect((await begin(desk, school.teacher.id)).status).toBe(201);
    const { text } = await desk.call(listPlayerGroupRights);
    expect(text).toContain(school.group.id);
    expect(text).not.toContain(other.group.id);
  });

  test("is offered where it is possible, and to administrators alone", async () => {
    const { desk, admin } = await anAdminDesk(portal);
    const { students, teacher, organization } = await aClass(portal);
    const offered = async (browser: Browser, userId = "") => {
      const { body } = await browser.call(getUser, { params: { userId } });
      return z.looseObject({ may: z.looseObject({ supportView: z.boolean() }) }).parse(body).may.supportView;
    };
    expect(await offered(desk, teacher.id)).toBe(true);
    expect(await offered(desk, students[0]?.id)).toBe(false);
    expect(await offered(desk, admin.id)).toBe(false);
    expect(await offered(desk, (await anAdministrator(portal)).id)).toBe(false);
    const left = await anAccount(portal, { status: "DEACTIVATED", memberships: [{ organization, roles: ["teacher"] }] });
    expect(await offered(desk, left.id)).toBe(false);
    const manager = await anAccount(portal, { memberships: [{ organization, roles: ["organization_admin"] }] });
    expect(await offered(await logIn(portal.browser(), manager), teacher.id)).toBe(false);
  });

  test("belongs to one session: the administrator's other browsers go on as before", async () => {
    const { desk, admin } = await anAdminDesk(portal);
    const other = await logIn(portal.browser(), admin);
    expect((await begin(desk, (await aTeacher(portal)).account.id)).status).toBe(201);
    expect(await whoIs(other)).toMatchObject({ accountId: admin.id });
  });

  test("changes nothing of the viewed person's sessions, and begins none", async () => {
    const { desk, own, teacher } = await aView({ teacherHasOtherSession: true });
    const rows = () => portal.context.database.selectFrom("sessions").select("last_seen_at").where("account_id", "=", teacher.id).execute();
    // Older than a minute, so a call of the person would count as use.
    await portal.clock.travel(120);
    const before = await rows();
    const { body } = await desk.call(listOwnSessions);
    expect(body).toHaveLength(1);
    expect(body).toMatchObject([{ isCurrent: false }]);
    expect(await rows()).toEqual(before);
    expect(await whoIs(own ?? desk)).not.toHaveProperty("supportView");
  });

  test("changes nothing: the call is refused and the account stays", async () => {
    const { desk, teacher } = await aView();
    expect(await desk.call(setDisplayName, { body: { displayName: "Somebody Else" } })).toMatchObject(refused("errors.supportViewOnly"));
    const own = await whoIs(await logIn(portal.browser(), teacher));
    expect(own?.displayName).toBe("Kari Nordmann");
  });

  test("sends no letter by a form that is open to anyone, neither while it lasts nor when its time is over", async () => {
    const { desk, teacher } = await aView();
    await portal.sendLetters();
    const before = portal.mailbox.lettersTo(teacher.email).length;
    const ask = async () => [
      await desk.call(requestPasswordReset, { body: { email: teacher.email } }),
      await desk.call(requestUserDeletion, { body: { email: teacher.email } }),
    ];
    for (const answer of await ask()) expect(answer).toMatchObject(refused("errors.supportViewOnly"));
    await portal.clock.travel(15 * 60 + 1);
    for (const answer of await ask()) expect(answer).toMatchObject(refused("errors.supportViewOver"));
    await portal.sendLetters();
    expect(portal.mailbox.lettersTo(teacher.email)).toHaveLength(before);
    await end(desk);
    for (const { status } of await ask()) expect(status).toBe(200);
    await portal.sendLetters();
    expect(portal.mailbox.lettersTo(teacher.email)).toHaveLength(before + 2);
  });

  test("records a look at an account as the administrator's", async () => {
    const { organization, manager } = await aManagedSchool(portal);
    const member = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    const { desk, admin } = await anAdminDesk(portal);
    expect((await begin(desk, manager.id)).status).toBe(201);
    expect((await desk.call(getUser, { params: { userId: member.id } })).status).toBe(200);
    expect(await eventOf(member, "account_viewed")).toMatchObject({ actor_id: admin.id });
  });
});

test("a view of a person who logs in by a badge alone ends by its button", async () => {
  const { desk, admin } = await anAdminDesk(portal);
  const { account } = await aTeacher(portal, { loginTypes: ["QRCODE"] });
  expect((await begin(desk, account.id)).status).toBe(201);
  expect(await end(desk)).toMatchObject({ status: 200, body: { accountId: account.id } });
  expect(await whoIs(desk)).toMatchObject({ accountId: admin.id });
});

describe("the person learns of a view", () => {
  test("by an email with the administrator's name, the reason and the end, in the person's language", async () => {
    const admin = await anAdministrator(portal, { displayName: "Ada Admin" });
    const { account: teacher } = await aTeacher(portal, { locale: "nb" });
    await begin(await logIn(portal.browser(), admin), teacher.id, { reason: "Se https://evil.example/x og hjelp." });
    await portal.sendLetters();
    const [letter, ...more] = portal.mailbox.lettersTo(teacher.email).filter(({ text }) => text.includes("Ada Admin"));
    expect(more).toEqual([]);
    expect(letter?.subject).toContain("slik du ser det");
    expect(letter?.text).toContain("Ada Admin, som er administrator");
    expect(letter?.text).toContain("og hjelp.");
    expect(letter?.text).not.toContain("https://evil.example");
    expect(letter?.text).toMatch(/avsluttes av seg selv .*\d\d[.:]\d\d.*, etter 15 minutter/);
  });

  test("by an email that names no administrator without a name", async () => {
    const admin = await anAdministrator(portal, { displayName: null });
    const { account: teacher } = await aTeacher(portal);
    await begin(await logIn(portal.browser(), admin), teacher.id);
    await portal.sendLetters();
    expect(portal.mailbox.lettersTo(teacher.email).map(({ text }) => text)).toEqual([expect.stringContaining("An administrator now sees")]);
  });

  test("by the history of the person and of the school, which names the view and has no reason, so an erasure leaves none", async () => {
    const { teacher, desk, admin, organization } = await aView();
    await end(desk);
    const { database } = portal.context;
    const view = await database
      .selectFrom("support_views")
      .select(["id", "reason"])
      .where("account_id", "=", teacher.id)
      .executeTakeFirst();
    expect(view?.reason).toBe(reason);
    const began = await eventOf(teacher, "support_view_began");
    expect(began).toMatchObject({ actor_id: admin.id, organization_id: organization.id });
    expect(began?.details).toEqual({ viewId: view?.id, minutes: 15 });
    expect(await eventOf(teacher, "support_view_ended")).toMatchObject({ actor_id: admin.id, details: { because: "BUTTON" } });
    const manager = await anAccount(portal, { memberships: [{ organization, roles: ["organization_admin"] }] });
    const office = await logIn(portal.browser(), manager);
    const history = await office.call(listAuditEvents, { query: { event: "support_view_began" } });
    expect(history.text).toContain(teacher.id);
  });

  test("by the export of personal data", async () => {
    const { teacher, desk } = await aView();
    await end(desk);
    const { body } = await (await logIn(portal.browser(), teacher)).call(exportOwnData, { query: {} });
    expect(body).toMatchObject({ sections: { supportViews: [{ reason, revokedAt: expect.any(String) as string }] } });
  });
});

describe("a view ends", () => {
  test("by its button: the administrator is back, and learns whom to return to", async () => {
    const { desk, admin, teacher } = await aView();
    expect((await end(desk)).body).toEqual({ accountId: teacher.id });
    expect(await whoIs(desk)).toMatchObject({ accountId: admin.id });
    expect(await whoIs(desk)).not.toHaveProperty("supportView");
    expect((await end(desk)).body).toEqual({});
    expect((await begin(desk, teacher.id)).status).toBe(201);
  });

  test("after 15 minutes of the database's time: until the browser has left it, the session changes nothing", async () => {
    const { desk, admin, teacher } = await aView();
    await portal.clock.travel(15 * 60 + 1);
    expect(await whoIs(desk)).toMatchObject({ accountId: admin.id, supportView: { accountId: teacher.id, isOver: true } });
    // The page may still show the teacher: what it sends must not hit the administrator.
    expect(await desk.call(setDisplayName, { body: { displayName: "Somebody Else" } })).toMatchObject(refused("errors.supportViewOver"));
    await endOverdueViews(portal.context);
    expect(await desk.call(setDisplayName, { body: { displayName: "Somebody Else" } })).toMatchObject(refused("errors.supportViewOver"));
    expect((await end(desk)).body).toEqual({ accountId: teacher.id });
    expect((await desk.call(setDisplayName, { body: { displayName: "Ada Admin" } })).status).toBe(200);
    expect((await namesOf(teacher)).filter((event) => event === "support_view_ended")).toHaveLength(1);
    expect(await eventOf(teacher, "support_view_ended")).toMatchObject({ actor_id: null, details: { because: "TIME" } });
  });

  test("with the administrator's session", async () => {
    const { desk, teacher } = await aView();
    await desk.call(logOut);
    expect(await whoIs(desk)).toBeUndefined();
    await Promise.all([endOverdueViews(portal.context), endOverdueViews(portal.context)]);
    expect(await eventOf(teacher, "support_view_ended")).toMatchObject({ details: { because: "SESSION" } });
    expect((await namesOf(teacher)).filter((event) => event === "support_view_ended")).toHaveLength(1);
  });

  test("with the administrator's rights", async () => {
    const { desk, admin } = await aView();
    await portal.context.database.deleteFrom("account_roles").where("account_id", "=", admin.id).execute();
    // Nobody without a role can log in.
    expect(await whoIs(desk)).toBeUndefined();
    const organization = await anOrganization(portal);
    const role = { account_id: admin.id, role_key: "member", organization_id: organization.id };
    await portal.context.database.insertInto("account_roles").values(role).execute();
    expect(await whoIs(desk)).toMatchObject({ accountId: admin.id, supportView: { isOver: true } });
  });

  test.each(["deactivated", "deleted"])("with an account that is %s", async (how) => {
    const { desk, admin, teacher } = await aView();
    const { desk: other } = await anAdminDesk(portal);
    const params = { userId: teacher.id };
    const done = await (how === "deleted" ? other.call(deleteUserByAdmin, { params }) : other.call(deactivateUser, { params, body: {} }));
    expect(done.status).toBeLessThan(300);
    expect(await whoIs(desk)).toMatchObject({ accountId: admin.id, supportView: { isOver: true } });
    expect(await desk.call(setDisplayName, { body: { displayName: "Somebody Else" } })).toMatchObject(refused("errors.supportViewOver"));
    await endOverdueViews(portal.context);
    expect((await end(desk)).body).toEqual(how === "deleted" ? {} : { accountId: teacher.id });
    expect(await whoIs(desk)).not.toHaveProperty("supportView");
  });

  test("with an account that becomes an administrator", async () => {
    const { desk, admin, teacher } = await aView();
    await portal.context.database.insertInto("account_roles").values({ account_id: teacher.id, role_key: "admin" }).execute();
    expect(await whoIs(desk)).toMatchObject({ accountId: admin.id, supportView: { isOver: true } });
  });
});
