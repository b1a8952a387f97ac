/** Listing, changing and removing members of a user group (specification, section 3; DESIGN 8.2). */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listOwnPermissions } from "@storyport/contract/own-permissions";
import { listGroupMembers, removeGroupMember, setGroupMember } from "@storyport/contract/user-groups";
import type { GroupMember } from "@storyport/contract/user-groups";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer } from "#test/browser.ts";
import { anAccount, anAdministrator, anOrganization, aPlayerGroup, aSession } from "#test/builders.ts";
import { aManagedSchool, aUserGroup } from "#test/user-groups.ts";
import { eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const membersIn = ({ body }: Answer) => (body as { results: GroupMember[] }).results;
const emailsIn = (answer: Answer) => membersIn(answer).map(({ email }) => email);

describe("the members of a user group", () => {
  test("are the specification's group members, with only those organizations that the caller shares", async () => {
    const { organization, office } = await aManagedSchool(portal);
    const other = await anOrganization(portal);
    const playerGroup = await aPlayerGroup(portal, { organization, players: 1 });
    const memberships = [
      { organization, roles: ["teacher"] },
      { organization: other, roles: ["organization_admin"] },
    ];
    const account = await anAccount(portal, { displayName: "Åse Ås", loginTypes: ["GOOGLE", "PASSWORD"], memberships });
    const { database } = portal.context;
    const isPrimary = { is_primary: true };
    await database
      .updateTable("organization_members")
      .set(isPrimary)
      .where("account_id", "=", account.id)
      .where("organization_id", "=", other.id)
      .execute();
    await database
      .insertInto("account_players")
      .values({ account_id: account.id, player_id: playerGroup.playerIds[0] ?? "" })
      .execute();
    const { id } = await aUserGroup(portal, { organization, roles: ["premium"], members: [{ account, level: "OWNER" }] });
    const answer = await office.call(listGroupMembers, { params: { userGroupId: id } });
    expect(answer).toMatchObject({ status: 200, body: { page: { entityCount: 1, entityOffset: 0, entityLimit: 50 } } });
    const member = {
      id: account.id,
      email: account.email,
      displayName: "Åse Ås",
      rightsType: "OWNER",
      userStatus: "ACTIVE",
      loginTypes: ["GOOGLE", "PASSWORD"],
      primaryOrganization: null,
      organizations: [organization.key],
      roles: ["premium", "teacher"],
      players: [{ id: playerGroup.playerIds[0], displayName: "Player 0" }],
    };
    expect(membersIn(answer)).toEqual([member]);
    expect(answer.text).not.toContain(other.key);
    const admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
    expect(membersIn(await admin.call(listGroupMembers, { params: { userGroupId: id } }))).toEqual([
      { ...member, primaryOrganization: other.key, organizations: [organization.key, other.key].toSorted() },
    ]);
  });

  test("are found by a part of the address or the name, where % and _ match literally", async () => {
    const { organization, office } = await aManagedSchool(portal);
    const memberOf = (email: string, displayName: string) =>
      anAccount(portal, { email, displayName, memberships: [{ organization, roles: [] }] });
    const accounts = [await memberOf("per_cent%@x.example", "Per"), await memberOf("aase@x.example", "Åse Ås")];
    const { id } = await aUserGroup(portal, { organization, members: accounts.map((account) => ({ account })) });
    const find = async (query: string) => emailsIn(await office.call(listGroupMembers, { params: { userGroupId: id }, query: { query } }));
    expect(await find("")).toEqual(["aase@x.example", "per_cent%@x.example"]);
    expect(await find(" ÅSE ")).toEqual(["aase@x.example"]);
    for (const sign of ["%", "_"]) expect(await find(sign)).toEqual(["per_cent%@x.example"]);
    for (const nothing of ["' or 1=1 --", "\\", "😀"]) expect(await find(nothing)).toEqual([]);
  });

  test("can be paged through, ten thousand of them", async () => {
    const { organization, office } = await aManagedSchool(portal);
    const { id } = await aUserGroup(portal, { organization, roles: ["member"] });
    await sql`
      with made as (
        insert into accounts (email, display_name, status, activated_at)
        select 'grouped-' || lpad(n::text, 5, '0') || '@large.example', 'Member ' || n, 'ACTIVE', now() from generate_series(1, 10000) n returning id
      ), joined as (
        insert into organization_members (account_id, organization_id) select id, ${organization.id}::uuid from made
      )
      insert into user_group_members (user_group_id, account_id, rights_level) select ${id}::uuid, id, 'OWNER' from made`.execute(
      portal.context.database,
    );
    const answer = await office.call(listGroupMembers, { params: { userGroupId: id }, query: { offset: 9980, limit: 10 } });
    expect(answer).toMatchObject({ status: 200, body: { page: { entityCount: 10_000, entityOffset: 9980, entityLimit: 10 } } });
    expect(emailsIn(answer)[0]).toBe("grouped-09981@large.example");
    expect(membersIn(answer)).toHaveLength(10);
  });
});

describe("a member", () => {
  test("gets another rights level, and the history has both", async () => {
    const { organization, manager, office } = await aManagedSchool(portal);
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["member"] }] });
    const { id } = await aUserGroup(portal, { organization, members: [{ account }] });
    const params = { userGroupId: id, userId: account.id };
    expect(await office.call(setGroupMember, { params, body: { rightsType: "OWNER" } })).toMatchObject({ status: 204, text: "" });
    expect(membersIn(await office.call(listGroupMembers, { params }))).toMatchObject([{ rightsType: "OWNER" }]);
    expect(await eventsAbout(portal, account.id)).toEqual([
      {
        event: "member_changed",
        actor_id: manager.id,
        organization_id: organization.id,
        details: { userGroupId: id, before: "READ", after: "OWNER" },
      },
    ]);
  });

  test("is removed, loses the group's roles and rights with the next call, and stays in the school", async () => {
    const { organization, office } = await aManagedSchool(portal);
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["member"] }] });
    const { id } = await aUserGroup(portal, { organization, roles: ["premium"], members: [{ account }] });
    const member = await aSession(portal, account, { loginType: "PASSWORD" });
    expect((await member.call(listOwnPermissions)).body).toContain("play_premium");
    const params = { userGroupId: id, userId: account.id };
    expect(await office.call(removeGroupMember, { params })).toMatchObject({ status: 204, text: "" });
    expect((await member.call(listOwnPermissions)).body).toEqual(["login", "set_display_name"]);
    expect((await office.call(removeGroupMember, { params })).status).toBe(404);
    expect((await eventsAbout(portal, account.id)).map(({ event }) => event)).toEqual(["member_removed"]);
  });

  test("that is no member, of another school or unknown: errors.notFound", async () => {
    const [school, other] = [await aManagedSchool(portal), await aManagedSchool(portal)];
    const own = await aUserGroup(portal, school);
    const foreign = await aUserGroup(portal, { ...other, members: [{ account: other.manager }] });
    const choices = [
      { userGroupId: own.id, userId: other.manager.id },
      { userGroupId: own.id, userId: randomUUID() },
      { userGroupId: foreign.id, userId: other.manager.id },
      { userGroupId: randomUUID(), userId: other.manager.id },
    ];
    for (const params of choices) {
      const changed = await school.office.call(setGroupMember, { params, body: { rightsType: "OWNER" } });
      expect(changed).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
      const removed = await school.office.call(removeGroupMember, { params });
      expect(removed).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    }
  });

  test("cannot be changed or removed without the permission manage_members there: errors.notAllowed", async () => {
    const { organization, manager } = await aManagedSchool(portal);
    const { id } = await aUserGroup(portal, { organization, members: [{ account: manager }] });
    const account = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
    const elsewhere = await aManagedSchool(portal);
    const membership = { account_id: elsewhere.manager.id, organization_id: organization.id };
    await portal.context.database.insertInto("organization_members").values(membership).execute();
    const params = { userGroupId: id, userId: manager.id };
    for (const browser of [await aSession(portal, account, { loginType: "PASSWORD" }), elsewhere.office]) {
      const changed = await browser.call(setGroupMember, { params, body: { rightsType: "NONE" } });
      expect(changed).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
      expect(await browser.call(removeGroupMember, { params })).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
    }
  });

  test.each(["id", "roles", "status", "organizationId"])("accepts no unknown field (%s): 400", async (name) => {
    const { organization, manager, office } = await aManagedSchool(portal);
    const { id } = await aUserGroup(portal, { organization, members: [{ account: manager }] });
    const params = { userGroupId: id, userId: manager.id };
    expect((await office.call(setGroupMember, { params, body: { rightsType: "READ", [name]: "x" } })).status).toBe(400);
  });
});
