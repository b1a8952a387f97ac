/** A school's own consent to names of its staff (decision 77). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { editGame, retireGame } from "@storyport/contract/games";
import type { OpenidWord } from "@storyport/contract/games";
import { editOrganization, getNameSharing, shareNames } from "@storyport/contract/organizations";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { aGame, anAccount, anAdministrator, aSession } from "#test/builders.ts";
import { createSchoolWithTool, readsOf } from "#test/school-with-tool.ts";
import { createStaffTools } from "#test/staff-tools.ts";

let portal: TestPortal;
let admin: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
});
afterAll(() => portal.close());

const { aStaffTool, logInByLibrary, askUserinfo } = createStaffTools(() => portal);
const aSchoolWithTool = () => createSchoolWithTool(portal);

describe("a school", () => {
  test("sees what its tools ask for, lets one read names, and sees since when and by whom", async () => {
    const { game, organization, office, params, decide } = await aSchoolWithTool();
    const before = {
      organizationName: organization.key,
      mayGive: true,
      tools: [{ gameId: game.id, asks: ["profile", "email"], reads: [] }],
    };
    expect((await office.call(getNameSharing, { params })).body).toMatchObject(before);
    const { body } = await decide(office, ["email", "profile"]);
    expect(body).toMatchObject({ tools: [{ reads: ["profile", "email"], by: "Rektor Berg" }] });
    const [tool] = shareNames.response.parse(body).tools;
    expect(Math.abs(Date.parse(tool?.since ?? "") - portal.clock.now().getTime())).toBeLessThan(60_000);
    expect((await office.call(getNameSharing, { params })).body).toEqual(body);
  });

  test("withdraws, and the same decision again writes nothing", async () => {
    const { game, office, organization, decide } = await aSchoolWithTool();
    for (const words of [["profile"], ["profile"], [], []] as OpenidWord[][]) expect((await decide(office, words)).status).toBe(200);
    const events = await portal.context.database
      .selectFrom("audit_events")
      .select(["event", "details"])
      .where("organization_id", "=", organization.id)
      .where("event", "like", "name_sharing%")
      .orderBy("id")
      .execute();
    const [none, name] = [{ nameWords: [] }, { nameWords: ["profile"] }];
    expect(events).toEqual([
      { event: "name_sharing_set", details: { gameId: game.id, before: none, after: name } },
      { event: "name_sharing_ended", details: { gameId: game.id, before: name, after: none } },
    ]);
    expect((await decide(office, [])).body).not.toHaveProperty("tools.0.since");
  });

  test("tells all its managers by email, in their language, and no other person", async () => {
    const { game, manager, organization, office, decide } = await aSchoolWithTool();
    const memberships = [{ organization, roles: ["organization_admin"] }];
    const second = await anAccount(portal, { locale: "nn", memberships });
    await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    await portal.sendLetters();
    portal.mailbox.letters.length = 0;
    await decide(office, ["profile"]);
    await decide(office, []);
    await portal.sendLetters();
    const sent = portal.mailbox.letters.map(({ to, subject }) => `${to} ${subject}`).toSorted();
    const name = `Game ${game.id}`;
    expect(sent).toEqual(
      [
        `${manager.email} Storyport: ${name} may read names`,
        `${manager.email} Storyport: ${name} reads no names any more`,
        `${second.email} Storyport: ${name} kan lese namn`,
        `${second.email} Storyport: ${name} les ikkje namn lenger`,
      ].toSorted(),
    );
    expect(portal.mailbox.letters.find(({ to }) => to === manager.email)?.text).toContain("Rektor Berg");
  });

  test("tells the sixtieth of its managers too", async () => {
    const { organization, office, decide } = await aSchoolWithTool();
    const memberships = [{ organization, roles: ["organization_admin"] }];
    // With the first manager more than a page of any list has.
    const managers = await Promise.all(Array.from({ length: 59 }, () => anAccount(portal, { memberships })));
    await decide(office, ["profile"]);
    const { database } = portal.context;
    const letters = await database.selectFrom("outbox").select("account_id").where("letter", "=", "nameSharing").execute();
    const told = new Set(letters.map(({ account_id: id }) => id));
    expect(managers.filter(({ id }) => !told.has(id))).toEqual([]);
  });

  test("gets exactly one consent and one event from 50 concurrent decisions", async () => {
    const { organization, office, decide } = await aSchoolWithTool();
    const answers = await Promise.all(Array.from({ length: 50 }, () => decide(office, ["email"], { seen: [] })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const events = await portal.context.database
      .selectFrom("audit_events")
      .select("event")
      .where("organization_id", "=", organization.id)
      .where("event", "=", "name_sharing_set")
      .execute();
    expect(events).toHaveLength(1);
  });
});

describe("the platform", () => {
  test("sees the tools and withdraws, but does not give in the school's place (errors.notAllowed)", async () => {
    const { office, params, decide } = await aSchoolWithTool();
    expect((await admin.call(getNameSharing, { params })).body).toMatchObject({ mayGive: false });
    expect(await decide(admin, ["profile"])).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
    await decide(office, ["profile"]);
    expect(await decide(admin, ["profile", "email"])).toMatchObject({ status: 403 });
    expect((await decide(admin, [])).body).toMatchObject({ tools: [{ reads: [] }] });
  });

  test("withdraws a part, and the rest stays the decision of the person who gave it", async () => {
    const { office, decide } = await aSchoolWithTool();
    const [given] = shareNames.response.parse((await decide(office, ["profile", "email"])).body).tools;
    const platform = await aSession(portal, await anAdministrator(portal, { displayName: "Platform Person" }), { loginType: "PASSWORD" });
    const { tools } = shareNames.response.parse((await decide(platform, ["profile"])).body);
    expect(tools).toEqual([{ ...given, reads: ["profile"] }]);
  });

  test("does not give as a mere member of the school either", async () => {
    const { organization, decide } = await aSchoolWithTool();
    const both = await anAdministrator(portal);
    await portal.context.database
      .insertInto("organization_members")
      .values({ account_id: both.id, organization_id: organization.id })
      .execute();
    const browser = await aSession(portal, both, { loginType: "PASSWORD" });
    expect(await decide(browser, ["profile"])).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  });
});

describe("refusals", () => {
  test("another school's tools are not found, and a teacher may neither look nor decide", async () => {
    const [own, foreign] = [await aSchoolWithTool(), await aSchoolWithTool()];
    const { params } = foreign;
    expect((await own.office.call(getNameSharing, { params })).body).toMatchObject({ code: "errors.notFound" });
    expect((await foreign.decide(own.office, ["profile"])).body).toMatchObject({ code: "errors.notFound" });
    const teacher = await anAccount(portal, { memberships: [{ organization: own.organization, roles: ["teacher"] }] });
    const desk = await aSession(portal, teacher, { loginType: "PASSWORD", organizationId: own.organization.id });
    expect(await desk.call(getNameSharing, { params: own.params })).toMatchObject({ status: 403 });
    expect(await own.decide(desk, [])).toMatchObject({ status: 403 });
  });

  test("a game that is no such tool, or not of this school, is unknown (errors.gameUnknown)", async () => {
    const { organization, office, decide } = await aSchoolWithTool();
    const plain = await aGame(portal);
    await portal.context.database
      .insertInto("organization_games")
      .values({ organization_id: organization.id, game_id: plain.id })
      .execute();
    const elsewhere = await aGame(portal, { subjectType: "public" });
    for (const { id } of [plain, elsewhere])
      expect(await decide(office, ["profile"], { gameId: id })).toMatchObject({ status: 400, body: { code: "errors.gameUnknown" } });
  });

  test("more than the tool asks for is refused (errors.changedMeanwhile)", async () => {
    const { game, office, decide } = await aSchoolWithTool();
    const openid = { words: ["profile"], subjectType: "public" };
    expect((await admin.call(editGame, { params: { gameId: game.id }, body: { version: 1, openid } })).status).toBe(200);
    expect(await decide(office, ["profile", "email"])).toMatchObject({ status: 409, body: { code: "errors.changedMeanwhile" } });
  });

  test("a decision that does not say what its page showed can only withdraw everything (errors.changedMeanwhile)", async () => {
    const { game, office, params, decide } = await aSchoolWithTool();
    const decideBlindly = (words: OpenidWord[]) => office.call(shareNames, { params, body: { gameId: game.id, words } });
    const refused = { status: 409, body: { code: "errors.changedMeanwhile" } };
    expect(await decideBlindly(["profile"])).toMatchObject(refused);
    await decide(office, ["profile", "email"]);
    expect(await decideBlindly(["profile"])).toMatchObject(refused);
    expect(await decideBlindly([])).toMatchObject({ status: 200, body: { tools: [{ reads: [] }] } });
  });

  test("a retired tool gets no new consent, and loses an old one (errors.gameUnknown)", async () => {
    const { game, office, params, decide } = await aSchoolWithTool();
    await decide(office, ["profile"]);
    await admin.call(retireGame, { params: { gameId: game.id }, body: { version: 1 } });
    expect((await decide(office, ["profile", "email"])).body).toMatchObject({ code: "errors.gameUnknown" });
    expect((await decide(office, [])).body).toMatchObject({ tools: [] });
    expect((await office.call(getNameSharing, { params })).body).toMatchObject({ tools: [] });
  });
});

describe("a consent", () => {
  test("covers no word that the tool asks for later, until the school accepts it too", async () => {
    const tool = await aStaffTool();
    const { game, organization } = tool;
    const params = { gameId: game.id };
    await admin.call(editGame, { params, body: { version: 1, openid: { words: ["profile"], subjectType: "public" } } });
    const manager = await anAccount(portal, { memberships: [{ organization, roles: ["organization_admin"] }] });
    const office = await aSession(portal, manager, { loginType: "PASSWORD", organizationId: organization.id });
    const place = { organizationId: organization.id };
    const decide = async (words: OpenidWord[]) => {
      const seen = await readsOf(office, { ...place, gameId: game.id });
      return office.call(shareNames, { params: place, body: { gameId: game.id, words, seen } });
    };
    await decide(["profile"]);
    const { tokens } = await logInByLibrary(tool);
    const seen = async () => Object.keys((await askUserinfo(tokens.access_token)).json<object>());
    expect(await seen()).toEqual(["sub", "name", "locale"]);
    await admin.call(editGame, { params, body: { version: 2, openid: { words: ["profile", "email"], subjectType: "public" } } });
    expect(await seen()).toEqual(["sub", "name", "locale"]);
    await decide(["profile", "email"]);
    expect(await seen()).toEqual(["sub", "name", "locale", "email"]);
    await admin.call(editGame, { params, body: { version: 3, openid: { words: ["email"], subjectType: "public" } } });
    expect(await seen()).toEqual(["sub", "email"]);
  });

  test("survives a change of the school's other games, and ends when the tool leaves the school", async () => {
    const { game, office, params, decide } = await aSchoolWithTool();
    const other = await aGame(portal);
    await decide(office, ["profile"]);
    const edit = (version: number, gameIds: number[]) => admin.call(editOrganization, { params, body: { version, gameIds } });
    await edit(1, [game.id, other.id]);
    expect((await office.call(getNameSharing, { params })).body).toMatchObject({ tools: [{ reads: ["profile"] }] });
    await edit(2, [other.id]);
    await edit(3, [game.id]);
    expect((await office.call(getNameSharing, { params })).body).toMatchObject({ tools: [{ reads: [] }] });
  });
});
