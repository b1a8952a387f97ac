import { createLocalJWKSet, jwtVerify } from "jose";
import type { JSONWebKeySet } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPlayerGroup, aSession, aTeacher, anAccount, anOrganization } from "#test/builders.ts";
import { claimsOf, headerOf, tokensFor } from "#test/oauth-client.ts";
import { aUserGroup } from "#test/user-groups.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

type Teacher = Awaited<ReturnType<typeof aTeacher>>;

async function tokenOf({ account, organization, game }: Teacher, scope = "USERGROUP") {
  const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
  return tokensFor(portal, browser, { game, query: { scope } });
}

describe("an access token is a signed JWT of RFC 9068", () => {
  test("ES256 by a key of the published set, for one game, for ten minutes", async () => {
    const teacher = await aTeacher(portal);
    const { accessToken } = await tokenOf(teacher);
    const jwks: JSONWebKeySet = (await portal.app.inject({ url: "/.well-known/jwks.json" })).json();
    const checked = await jwtVerify(accessToken, createLocalJWKSet(jwks), {
      algorithms: ["ES256"],
      typ: "at+jwt",
      issuer: publicUrl,
      audience: teacher.game.key,
    });
    expect(headerOf(accessToken)).toEqual({ alg: "ES256", typ: "at+jwt", kid: jwks.keys[0]?.kid });
    expect((checked.payload.exp ?? 0) - (checked.payload.iat ?? 0)).toBe(600);
    expect(Math.abs((checked.payload.iat ?? 0) - Date.now() / 1000)).toBeLessThan(5);
  });

  test("it says exactly what the contract lists, and never a name or an e-mail", async () => {
    const teacher = await aTeacher(portal, { displayName: "Kari Nordmann-Særegen", email: "kari.saeregen@school.example" });
    const group = await aPlayerGroup(portal, {
      organization: teacher.organization,
      players: 2,
      rights: [{ account: teacher.account, level: "OWNER" }],
    });
    await portal.context.database.updateTable("players").set({ research_code: "RC-4711", pass_code: "4712" }).execute();
    const { claims, accessToken } = await tokenOf(teacher);
    const listed = [
      "iss sub aud client_id iat exp jti sid scope orgId gameIds roles permissions",
      "playerIds playerRights playerGroupIds playerGroupRights userGroupIds userGroupRights",
    ];
    expect(Object.keys(claims).toSorted()).toEqual(listed.join(" ").split(" ").toSorted());
    expect(claims).toMatchObject({
      sub: teacher.account.id,
      aud: teacher.game.key,
      client_id: String(teacher.game.id),
      orgId: teacher.organization.id,
      gameIds: [teacher.game.id],
      roles: ["teacher"],
      playerGroupRights: { [group.id]: "OWNER" },
    });
    const payload = Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString("utf8");
    for (const personal of ["Kari", "Særegen", "saeregen", "@", "RC-4711", "4712", "Player 0", "2A"])
      expect(payload).not.toContain(personal);
  });

  test("its issue time is never in the future, and it has no nbf claim", async () => {
    const teacher = await aTeacher(portal);
    for (let issued = 0; issued < 8; issued++) {
      const { claims } = await tokenOf(teacher);
      expect(claims.iat).toBeLessThanOrEqual(Date.now() / 1000);
      expect(claims).not.toHaveProperty("nbf");
    }
  });

  test("two tokens are never the same", async () => {
    const teacher = await aTeacher(portal);
    const [first, second] = [await tokenOf(teacher), await tokenOf(teacher)];
    expect(first.claims.jti).not.toBe(second.claims.jti);
    expect(first.claims.sid).not.toBe(second.claims.sid);
  });
});

describe("which rights it holds", () => {
  test("direct rights and those of user groups together: the highest level of each group wins", async () => {
    const teacher = await aTeacher(portal);
    const { account, organization } = teacher;
    const low = await aPlayerGroup(portal, { organization, players: 1, rights: [{ account, level: "READ" }] });
    const high = await aPlayerGroup(portal, { organization, players: 1, rights: [{ account, level: "OWNER" }] });
    const byGroup = await aPlayerGroup(portal, { organization, players: 1 });
    const staff = await aUserGroup(portal, {
      organization,
      members: [{ account, level: "MODIFY" }],
      rights: [
        { group: low, level: "MODIFY" },
        { group: high, level: "PLAY" },
        { group: byGroup, level: "PLAY" },
      ],
    });
    const { claims } = await tokenOf(teacher);
    expect(claims.playerGroupRights).toEqual({ [low.id]: "MODIFY", [high.id]: "OWNER", [byGroup.id]: "PLAY" });
    expect(claims.userGroupRights).toEqual({ [staff.id]: "MODIFY" });
    expect(claims.playerRights).toEqual({
      [low.playerIds[0] ?? ""]: "MODIFY",
      [high.playerIds[0] ?? ""]: "OWNER",
      [byGroup.playerIds[0] ?? ""]: "PLAY",
    });
  });

  test("roles of user groups count like direct roles", async () => {
    const teacher = await aTeacher(portal, { roles: ["member"] });
    await aUserGroup(portal, { organization: teacher.organization, members: [teacher], roles: ["premium"] });
    const { claims } = await tokenOf(teacher);
    expect(claims.roles.toSorted()).toEqual(["member", "premium"]);
    expect(claims.permissions.toSorted()).toEqual(["login", "play_premium", "set_display_name"]);
  });

  test("archived groups, level NONE and other organizations are left out", async () => {
    const teacher = await aTeacher(portal);
    const { account, organization } = teacher;
    const elsewhere = await anOrganization(portal);
    await portal.context.database
      .insertInto("organization_members")
      .values({ account_id: account.id, organization_id: elsewhere.id })
      .execute();
    const own = await aPlayerGroup(portal, { organization, players: 1 });
    await aPlayerGroup(portal, { organization, players: 1, type: "ARCHIVED", rights: [{ account, level: "OWNER" }] });
    await aPlayerGroup(portal, { organization, players: 1, rights: [{ account, level: "NONE" }] });
    await aPlayerGroup(portal, { organization: elsewhere, players: 1, rights: [{ account, level: "OWNER" }] });
    await aUserGroup(portal, {
      organization,
      members: [teacher],
      rights: [{ group: own, level: "OWNER" }],
      roles: ["organization_admin"],
      type: "ARCHIVED",
    });
    await aUserGroup(portal, { organization, members: [{ account, level: "NONE" }] });
    await aUserGroup(portal, {
      organization: elsewhere,
      members: [teacher],
      rights: [{ group: own, level: "OWNER" }],
      roles: ["organization_admin"],
    });
    const { claims } = await tokenOf(teacher);
    expect(claims).toMatchObject({ playerIds: [], playerRights: {}, playerGroupIds: [], playerGroupRights: {} });
    expect(claims).toMatchObject({ userGroupIds: [], userGroupRights: {}, roles: ["teacher"] });
  });

  test("each narrower scope contains less: PLAYERGROUP no user groups, PLAYER no groups at all", async () => {
    const teacher = await aTeacher(portal);
    const { account, organization } = teacher;
    const group = await aPlayerGroup(portal, { organization, players: 2, rights: [{ account, level: "PLAY" }] });
    const staff = await aUserGroup(portal, { organization, members: [teacher] });
    const all = (await tokenOf(teacher, "USERGROUP")).claims;
    expect(all).toMatchObject({ userGroupIds: [staff.id], playerGroupIds: [group.id] });
    const groups = (await tokenOf(teacher, "PLAYERGROUP")).claims;
    expect(groups).toMatchObject({ userGroupIds: [], userGroupRights: {}, playerGroupIds: [group.id] });
    const players = (await tokenOf(teacher, "PLAYER")).claims;
    expect(players).toMatchObject({ userGroupIds: [], playerGroupIds: [], playerGroupRights: {} });
    for (const { playerIds } of [all, groups, players]) expect(playerIds.toSorted()).toEqual(group.playerIds.toSorted());
  });

  test("the account's own players have level PLAY, or the higher level of a class of theirs", async () => {
    const teacher = await aTeacher(portal);
    const { account, organization } = teacher;
    const group = await aPlayerGroup(portal, { organization, players: 2 });
    const [own = "", owned = ""] = group.playerIds;
    const other = await aPlayerGroup(portal, { organization, rights: [{ account, level: "OWNER" }] });
    await portal.context.database.insertInto("player_group_players").values({ player_group_id: other.id, player_id: owned }).execute();
    const rows = [own, owned].map((player_id) => ({ account_id: account.id, player_id }));
    await portal.context.database.insertInto("account_players").values(rows).execute();
    expect((await tokenOf(teacher)).claims.playerRights).toEqual({ [own]: "PLAY", [owned]: "OWNER" });
  });

  test("a player of another organization is never in it, even if a row links it", async () => {
    const teacher = await aTeacher(portal);
    const elsewhere = await aPlayerGroup(portal, { organization: await anOrganization(portal), players: 1 });
    const [foreign = ""] = elsewhere.playerIds;
    const { database } = portal.context;
    await database.insertInto("account_players").values({ account_id: teacher.account.id, player_id: foreign }).execute();
    const own = await aPlayerGroup(portal, { organization: teacher.organization, rights: [{ ...teacher, level: "OWNER" }] });
    await database.insertInto("player_group_players").values({ player_group_id: own.id, player_id: foreign }).execute();
    expect((await tokenOf(teacher)).claims.playerIds).toEqual([]);
  });

  test("a colleague's rights are not included", async () => {
    const teacher = await aTeacher(portal);
    const colleague = await anAccount(portal, { memberships: [{ organization: teacher.organization, roles: ["teacher"] }] });
    await aPlayerGroup(portal, { organization: teacher.organization, players: 3, rights: [{ account: colleague, level: "OWNER" }] });
    await aUserGroup(portal, { organization: teacher.organization, members: [{ account: colleague }] });
    expect(claimsOf((await tokenOf(teacher)).accessToken)).toMatchObject({ playerIds: [], playerGroupIds: [], userGroupIds: [] });
  });
});
