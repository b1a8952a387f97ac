import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { organizationManifest, ownManifest, publicManifest } from "@storyport/contract/games";
import type { ManifestOrganization } from "@storyport/contract/games";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer } from "#test/browser.ts";
import { aGame, anAccount, anOrganization, aSession, aTeacher, logIn, webCallback } from "#test/builders.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

function organizationsIn({ status, body }: Answer): ManifestOrganization[] {
  expect(status).toBe(200);
  return publicManifest.response.parse(body);
}

describe("the public catalogue (DESIGN A9)", () => {
  test("is one entry, the platform's, with the public games, without schools and addresses", async () => {
    const [open, hidden] = [await aGame(portal, { loginTypes: ["PASSWORD", "FEIDE"] }), await aGame(portal, { isPublic: false })];
    const school = await anOrganization(portal, { games: [open, hidden] });
    await portal.context.database
      .insertInto("resource_links")
      .values(
        (["game", "dashboard"] as const).map((resource_type) => ({ url: "https://game.example/start", game_id: open.id, resource_type })),
      )
      .execute();
    const answer = await portal.browser().call(publicManifest);
    const [platform, ...others] = organizationsIn(answer);
    expect(others).toEqual([]);
    expect(platform?.key).toBe("Storyport");
    const game = platform?.games.find(({ gameId }) => gameId === open.id);
    expect(game).toEqual({
      gameId: open.id,
      gameKey: open.key,
      description: `Game ${open.id}`,
      locale: "en",
      loginTypes: ["PASSWORD", "FEIDE"],
      requiredPermissions: [],
    });
    expect(platform?.games.map(({ gameId }) => gameId)).not.toContain(hidden.id);
    for (const secret of [school.id, school.key, webCallback, "callbackUrls", "launchUrl", "dashboardUrl"])
      expect(answer.text).not.toContain(secret);
  });

  test("is the same at the address without the last slash", async () => {
    const [withSlash, without] = await Promise.all(
      ["/api/auth/manifest/orgs/", "/api/auth/manifest/orgs"].map((url) => portal.browser().send({ method: "GET", url })),
    );
    expect(without?.body).toEqual(withSlash?.body);
    expect(without?.headers["cache-control"]).toBe("no-store");
  });

  test("is the same with a login", async () => {
    const { account } = await aTeacher(portal);
    const asTeacher = await (await logIn(portal.browser(), account)).call(publicManifest);
    expect(asTeacher.body).toEqual((await portal.browser().call(publicManifest)).body);
  });
});

describe("the caller's own organizations", () => {
  test("are those of the account's memberships, with games, callbacks and start addresses", async () => {
    const { account, organization, game } = await aTeacher(portal);
    await aTeacher(portal);
    await portal.context.database
      .insertInto("resource_links")
      .values([
        { url: "https://game.example/go", game_id: game.id, resource_type: "game" },
        { url: "https://classes.example/", game_id: game.id, resource_type: "dashboard" },
      ])
      .execute();
    const [own, ...others] = organizationsIn(await (await logIn(portal.browser(), account)).call(ownManifest));
    expect(others).toEqual([]);
    expect(own).toMatchObject({ id: organization.id, key: organization.key });
    expect(own?.games).toEqual([
      {
        gameId: game.id,
        gameKey: game.key,
        description: `Game ${game.id}`,
        locale: "en",
        loginTypes: ["PASSWORD", "QRCODE"],
        requiredPermissions: [],
        callbackUrls: ["http://127.0.0.1/callback", webCallback, "org.example.game:/login"],
        launchUrl: "https://game.example/go",
        dashboardUrl: "https://classes.example/",
      },
    ]);
  });

  test("are none for an account without a membership; an organization without games has an empty list", async () => {
    const lonely = await aSession(portal, await anAccount(portal, { platformRoles: ["member"] }), { loginType: "PASSWORD" });
    expect(organizationsIn(await lonely.call(ownManifest))).toEqual([]);
    const organization = await anOrganization(portal);
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    const [own] = organizationsIn(await (await logIn(portal.browser(), account)).call(ownManifest));
    expect(own).toMatchObject({ id: organization.id, games: [] });
  });

  test("are all for an administrator", async () => {
    const foreign = await aTeacher(portal);
    const admin = await aSession(portal, await anAccount(portal, { platformRoles: ["admin"] }), { loginType: "PASSWORD" });
    const all = organizationsIn(await admin.call(ownManifest));
    expect(all.map(({ id }) => id)).toContain(foreign.organization.id);
    expect(all.map(({ key }) => key)).toEqual(all.map(({ key }) => key).toSorted());
  });

  test("in a session bound to an organization are that organization alone", async () => {
    const { account, organization } = await aTeacher(portal);
    const other = await anOrganization(portal);
    await portal.context.database
      .insertInto("organization_members")
      .values({ account_id: account.id, organization_id: other.id })
      .execute();
    const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
    expect(organizationsIn(await browser.call(ownManifest)).map(({ id }) => id)).toEqual([organization.id]);
    expect((await browser.call(organizationManifest, { params: { orgId: other.id } })).status).toBe(404);
    expect(organizationsIn(await browser.call(organizationManifest, { params: { orgId: organization.id } }))).toHaveLength(1);
  });

  test("are all for an administrator, even in a bound session, because the admin area needs them", async () => {
    const [{ organization }, foreign] = [await aTeacher(portal), await aTeacher(portal)];
    const admin = await anAccount(portal, { platformRoles: ["admin"], memberships: [{ organization, roles: [] }] });
    const browser = await aSession(portal, admin, { loginType: "PASSWORD", organizationId: organization.id });
    expect(organizationsIn(await browser.call(ownManifest)).map(({ id }) => id)).toContain(foreign.organization.id);
    expect((await browser.call(organizationManifest, { params: { orgId: foreign.organization.id } })).status).toBe(200);
  });

  test("are listed for a badge session too, because the child's page names the game", async () => {
    const { account, organization } = await aTeacher(portal);
    const browser = await aSession(portal, account, { loginType: "QRCODE", organizationId: organization.id });
    expect(organizationsIn(await browser.call(ownManifest)).map(({ id }) => id)).toEqual([organization.id]);
  });

  test("without a session: errors.notLoggedIn", async () => {
    const { status, body } = await portal.browser().call(ownManifest);
    expect(status).toBe(401);
    expect(body).toMatchObject({ code: "errors.notLoggedIn" });
  });
});

describe("one organization by its id", () => {
  test("the caller's own is returned, any other gets the same answer as a missing one", async () => {
    const { account, organization } = await aTeacher(portal);
    const foreign = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    expect(organizationsIn(await browser.call(organizationManifest, { params: { orgId: organization.id } }))).toHaveLength(1);
    for (const orgId of [foreign.organization.id, randomUUID(), "00000000-0000-0000-0000-000000000000"]) {
      const { status, body } = await browser.call(organizationManifest, { params: { orgId } });
      expect(status).toBe(404);
      expect(body).toEqual({ code: "errors.notFound", message: "Not found", requestId: expect.any(String) });
    }
  });

  test("an administrator is given any", async () => {
    const foreign = await aTeacher(portal);
    const admin = await aSession(portal, await anAccount(portal, { platformRoles: ["admin"] }), { loginType: "PASSWORD" });
    const [found] = organizationsIn(await admin.call(organizationManifest, { params: { orgId: foreign.organization.id } }));
    expect(found?.id).toBe(foreign.organization.id);
  });

  test.each(["ME", "x", "1", "null", "' or 1=1 --", "\u0000", "a".repeat(150)])("garbage (%j) is refused with 400", async (orgId) => {
    const { account } = await aTeacher(portal);
    const { status } = await (await logIn(portal.browser(), account)).call(organizationManifest, { params: { orgId } });
    expect(status).toBe(400);
  });

  test("without a session: errors.notLoggedIn", async () => {
    const { body } = await portal.browser().call(organizationManifest, { params: { orgId: randomUUID() } });
    expect(body).toMatchObject({ code: "errors.notLoggedIn" });
  });
});
