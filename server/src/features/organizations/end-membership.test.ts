/** Ending a membership ends what the account holds and has open in the organization, and nothing else (docs/decisions/0025). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownManifest } from "@storyport/contract/games";
import { validateAuth } from "@storyport/contract/login";
import { listOrganizationMembers, removeOrganizationMember } from "@storyport/contract/organizations";
import { getPlayerGroup, listPlayerGroupRights } from "@storyport/contract/player-groups";
import { editPlayer } from "@storyport/contract/players";
import { issueOneTimeCodes, logInWithOneTimeCode } from "@storyport/contract/qr-login";
import { listOwnPermissions } from "@storyport/contract/own-permissions";
import { deleteUserByAdmin, editUser, getUser } from "@storyport/contract/users";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { aGame, anAccount, anAdministrator, anOrganization, aPlayerGroup, aSession, aTeacher, logIn } from "#test/builders.ts";
import { handOver, postToken, redemptionOf, refresh, tokensFor } from "#test/oauth-client.ts";
import { aClass, badgesOf, codeOn, scan } from "#test/school-class.ts";
import { aManagedSchool, aUserGroup } from "#test/user-groups.ts";
import { eventsAbout } from "#test/users.ts";

let portal: TestPortal;
let admin: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
});
afterAll(() => portal.close());

const remove = (browser: Browser, organization: { id: string }, account: { id: string }) =>
  browser.call(removeOrganizationMember, { params: { organizationId: organization.id, userId: account.id } });

async function permissionsOf(browser: Browser): Promise<unknown> {
  return (await browser.call(listOwnPermissions)).body;
}

describe("the account's rights in the organization end with the next call", () => {
  test("its roles, its user groups' and its rights on player groups, archived groups too; another organization's stay", async () => {
    const { organization, office, manager } = await aManagedSchool(portal);
    const other = await anOrganization(portal, { games: [await aGame(portal)] });
    const account = await anAccount(portal, {
      memberships: [
        { organization, roles: ["teacher"] },
        { organization: other, roles: ["member"] },
      ],
    });
    const right = { rights: [{ account, level: "OWNER" as const }] };
    const [owned, archived, elsewhere] = [
      await aPlayerGroup(portal, { organization, ...right }),
      await aPlayerGroup(portal, { organization, ...right, type: "ARCHIVED" }),
      await aPlayerGroup(portal, { organization: other, ...right }),
    ];
    const members = [{ account, level: "OWNER" as const }];
    const premium = await aUserGroup(portal, { organization, roles: ["premium"], members });
    const former = await aUserGroup(portal, { organization, roles: ["group_manager"], members, type: "ARCHIVED" });
    const kept = await aUserGroup(portal, { organization: other, roles: ["premium"], members });
    const browser = await aSession(portal, account, { loginType: "PASSWORD" });
    expect(await permissionsOf(browser)).toContain("manage_players");

    const answer = await remove(office, organization, account);
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: "" });

    expect(await permissionsOf(browser)).toEqual(["login", "play_premium", "set_display_name"]);
    expect((await browser.call(ownManifest)).body).toMatchObject([{ id: other.id }]);
    expect((await browser.call(getPlayerGroup, { params: { playerGroupId: owned.id } })).status).toBe(403);
    expect((await admin.call(getUser, { params: { userId: account.id } })).body).toMatchObject({
      organizations: [{ id: other.id }],
      roles: [{ role_key: "member" }, { role_key: "premium", userGroupId: kept.id }],
      userGroups: [{ id: kept.id }],
    });
    const held = await portal.context.database
      .selectFrom("account_player_group_rights")
      .select("player_group_id")
      .where("account_id", "=", account.id)
      .execute();
    expect(held).toEqual([{ player_group_id: elsewhere.id }]);
    expect((await eventsAbout(portal, account.id)).filter(({ event }) => event === "membership_ended")).toEqual([
      {
        event: "membership_ended",
        actor_id: manager.id,
        organization_id: organization.id,
        details: {
          before: {
            roles: ["teacher"],
            permissions: [],
            userGroups: { [premium.id]: "OWNER", [former.id]: "OWNER" },
            rights: { [owned.id]: "OWNER", [archived.id]: "OWNER" },
          },
          after: { roles: [], permissions: [], userGroups: {}, rights: {} },
        },
      },
    ]);
  });

  test("a returning member has none of the former rights", async () => {
    const { organization, office } = await aManagedSchool(portal);
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    await aPlayerGroup(portal, { organization, rights: [{ account, level: "OWNER" }] });
    await aUserGroup(portal, { organization, roles: ["premium"], members: [{ account }] });
    expect((await remove(office, organization, account)).status).toBe(204);
    const body = { version: 2, roles: ["teacher"], organizationId: organization.id };
    expect((await admin.call(editUser, { params: { userId: account.id }, body })).status).toBe(200);
    const browser = await logIn(portal.browser(), account);
    expect((await browser.call(listPlayerGroupRights)).body).toEqual([]);
    expect(await permissionsOf(browser)).not.toContain("play_premium");
  });

  test("the organization that the account joined first becomes the primary one", async () => {
    const [first, second, third] = [await anOrganization(portal), await anOrganization(portal), await anOrganization(portal)];
    const memberships = [first, third, second].map((organization) => ({ organization, roles: ["member"] }));
    const account = await anAccount(portal, { memberships });
    const { database } = portal.context;
    const of = (organization: { id: string }) =>
      database.updateTable("organization_members").where("account_id", "=", account.id).where("organization_id", "=", organization.id);
    await of(first).set({ is_primary: true }).execute();
    await of(second)
      .set({ joined_at: new Date("2020-01-01") })
      .execute();
    const primary = async () =>
      (
        (await admin.call(getUser, { params: { userId: account.id } })).body as { organizations: { id: string; isPrimary: boolean }[] }
      ).organizations
        .filter(({ isPrimary }) => isPrimary)
        .map(({ id }) => id);
    expect((await remove(admin, third, account)).status).toBe(204);
    expect(await primary()).toEqual([first.id]);
    expect((await remove(admin, first, account)).status).toBe(204);
    expect(await primary()).toEqual([second.id]);
  });

  test("a class that lost its only owner is owned by the managers of members (decision 23)", async () => {
    const { organization, office } = await aManagedSchool(portal);
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    const { id: playerGroupId } = await aPlayerGroup(portal, { organization, rights: [{ account, level: "OWNER" }] });
    await remove(office, organization, account);
    expect((await office.call(getPlayerGroup, { params: { playerGroupId } })).body).toMatchObject({ rightsType: "OWNER", rights: [] });
  });
});

describe("what the account has open in the organization ends at once", () => {
  test("games' tokens and waiting codes there; those of another organization stay", async () => {
    const { account, organization, game } = await aTeacher(portal);
    const other = await anOrganization(portal, { games: [game] });
    const { database } = portal.context;
    await database.insertInto("organization_members").values({ account_id: account.id, organization_id: other.id }).execute();
    await database.insertInto("account_roles").values({ account_id: account.id, role_key: "member", organization_id: other.id }).execute();
    const browser = await aSession(portal, account, { loginType: "PASSWORD" });
    const here = await tokensFor(portal, browser, { game, query: { orgId: organization.id } });
    const there = await tokensFor(portal, browser, { game, query: { orgId: other.id } });
    const waiting = await handOver(browser, game, { orgId: organization.id });
    expect((await remove(admin, organization, account)).status).toBe(204);
    expect((await refresh(portal, here)).body).toMatchObject({ error: "invalid_grant" });
    expect((await postToken(portal, redemptionOf(waiting))).body).toMatchObject({ error: "invalid_grant" });
    expect((await refresh(portal, there)).status).toBe(200);
    const families = database.selectFrom("token_families").select("revoked_because").where("account_id", "=", account.id);
    expect(await families.orderBy("revoked_because").execute()).toEqual([{ revoked_because: "ACCOUNT" }, { revoked_because: null }]);
  });

  test("sessions bound to it, and no other session", async () => {
    const [organization, other] = [await anOrganization(portal), await anOrganization(portal)];
    const memberships = [organization, other].map((one) => ({ organization: one, roles: ["member"] }));
    const account = await anAccount(portal, { memberships });
    const set = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
    const [unset, elsewhere] = [
      await aSession(portal, account, { loginType: "PASSWORD" }),
      await aSession(portal, account, { loginType: "PASSWORD", organizationId: other.id }),
    ];
    await remove(admin, organization, account);
    expect((await set.call(validateAuth)).status).toBe(401);
    expect((await unset.call(validateAuth)).status).toBe(200);
    expect((await elsewhere.call(validateAuth)).status).toBe(200);
  });

  test("every session if it was the last organization; the next login is refused with errors.noLoginPermissions", async () => {
    const { account, organization } = await aTeacher(portal);
    const browser = await aSession(portal, account, { loginType: "PASSWORD" });
    await remove(admin, organization, account);
    expect((await browser.call(validateAuth)).status).toBe(401);
    await expect(logIn(portal.browser(), account)).rejects.toThrow("errors.noLoginPermissions");
    expect((await admin.call(getUser, { params: { userId: account.id } })).body).toMatchObject({ status: "ACTIVE", organizations: [] });
  });

  test("a student's badges and one-time codes with what they opened; the player stays in its group under its name", async () => {
    const school = await aClass(portal, { students: ["Nora", "Emil"] });
    const { desk, group, organization, students, game } = school;
    const [nora, emil] = students;
    if (nora === undefined || emil === undefined) throw new Error("No students");
    const badges = await badgesOf(school);
    const codeOf = (name: string) => codeOn(badges.find(({ displayName }) => displayName === name));
    const oneTimeCodeOf = async (account: { id: string }) => {
      const body = { studentUserId: account.id };
      const answer = await desk.call(issueOneTimeCodes, { params: { playerGroupId: group.id }, body });
      return (answer.body as { otpCode: string }[])[0]?.otpCode;
    };
    const oneTimeCode = await oneTimeCodeOf(nora);
    const [scanned, playing] = [portal.browser(), portal.browser()];
    await scan(scanned, codeOf("Nora"));
    await scan(playing, codeOf("Nora"));
    const tokens = await tokensFor(portal, playing, { game });

    expect((await remove(admin, organization, nora)).status).toBe(204);

    expect((await scanned.call(validateAuth)).status).toBe(401);
    expect((await refresh(portal, tokens)).status).toBe(400);
    expect((await scan(portal.browser(), codeOf("Nora"))).body).toMatchObject({ code: "errors.qrLoginUrlInValid" });
    expect((await portal.browser().call(logInWithOneTimeCode, { body: { code: oneTimeCode } })).status).not.toBe(200);
    expect((await scan(portal.browser(), codeOf("Emil"))).status).toBe(200);
    expect((await desk.call(getPlayerGroup, { params: { playerGroupId: group.id } })).body).toMatchObject({
      players: [{ playerName: "Player 0" }, { playerName: "Player 1" }],
    });
    const ends = ["membership_ended", "one_time_code_voided", "badge_voided"];
    const written = (await eventsAbout(portal, nora.id)).map(({ event }) => event);
    expect(written.filter((event) => ends.includes(event))).toEqual(ends);

    // A student again, the account plays as the same player. The voided badge stays void.
    const body = { version: 2, roles: ["student"], organizationId: organization.id };
    expect((await admin.call(editUser, { params: { userId: nora.id }, body })).status).toBe(200);
    expect((await scan(portal.browser(), codeOf("Nora"))).status).not.toBe(200);
    const again = portal.browser();
    await scan(again, codeOn((await badgesOf(school, nora.id))[0]));
    expect((await tokensFor(portal, again, { game })).claims.playerIds).toEqual(tokens.claims.playerIds);
  });

  test("renaming the player of a student who left does not rename the account", async () => {
    const { desk, group, organization, students } = await aClass(portal, { students: ["Nora"] });
    const [nora] = students;
    if (nora === undefined) throw new Error("No student");
    await remove(admin, organization, nora);
    const { body } = await desk.call(getPlayerGroup, { params: { playerGroupId: group.id } });
    const [playerId] = (body as { playerIds: string[] }).playerIds;
    expect((await desk.call(editPlayer, { params: { playerId }, body: { version: 1, playerName: "Somebody" } })).status).toBe(200);
    expect((await admin.call(getUser, { params: { userId: nora.id } })).body).toMatchObject({ displayName: "Nora" });
  });
});

test("deleting an account after it left also removes the name of its player at that school", async () => {
  const { desk, group, organization, students } = await aClass(portal, { students: ["Nora"] });
  const [nora] = students;
  if (nora === undefined) throw new Error("No student");
  expect((await remove(admin, organization, nora)).status).toBe(204);
  expect((await admin.call(deleteUserByAdmin, { params: { userId: nora.id } })).status).toBe(204);
  const { body } = await desk.call(getPlayerGroup, { params: { playerGroupId: group.id } });
  expect(body).toMatchObject({ players: [{ playerName: "-" }] });
});

test("a form opened before is refused: errors.changedMeanwhile", async () => {
  const { account, organization } = await aTeacher(portal);
  await remove(admin, organization, account);
  const body = { version: 1, roles: ["teacher"], organizationId: organization.id };
  const answer = await admin.call(editUser, { params: { userId: account.id }, body });
  expect(answer).toMatchObject({ status: 409, body: { code: "errors.changedMeanwhile" } });
});

test("the list omits it, and says of each member whether the caller may remove it; only administrators see that it was the last organization", async () => {
  const { organization, office, manager } = await aManagedSchool(portal);
  const memberships = [{ organization, roles: ["member"] }];
  const boss = await anAdministrator(portal, { memberships });
  const shared = await anAccount(portal, { memberships: [...memberships, { organization: await anOrganization(portal), roles: [] }] });
  const gone = await anAccount(portal, { memberships });
  await remove(office, organization, gone);
  const seenBy = async (browser: Browser) => {
    const { body } = await browser.call(listOrganizationMembers, { params: { organizationId: organization.id } });
    const { results } = body as { results: { id: string; mayRemove: boolean; isLast?: boolean }[] };
    return Object.fromEntries(results.map(({ id, mayRemove, isLast }) => [id, { mayRemove, isLast }]));
  };
  expect(await seenBy(office)).toEqual({
    [manager.id]: { mayRemove: false },
    [boss.id]: { mayRemove: false },
    [shared.id]: { mayRemove: true },
  });
  expect(await seenBy(admin)).toEqual({
    [manager.id]: { mayRemove: true, isLast: true },
    [boss.id]: { mayRemove: true, isLast: false },
    [shared.id]: { mayRemove: true, isLast: false },
  });
  const pageOf = async (browser: Browser, { id: userId }: { id: string }) => (await browser.call(getUser, { params: { userId } })).body;
  expect(await pageOf(office, shared)).toMatchObject({ organizations: [{ id: organization.id, mayRemove: true }] });
  expect(await pageOf(office, boss)).toMatchObject({ organizations: [{ mayRemove: false }] });
  expect(await pageOf(office, manager)).toMatchObject({ organizations: [{ mayRemove: false }] });
});
