/** Managers may give up the right by which they reach their own account (docs/decisions/0021). The answer shows the account once more. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { listOwnPermissions } from "@storyport/contract/own-permissions";
import { getUser } from "@storyport/contract/users";
import type { UserDetails } from "@storyport/contract/user-details";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { anAccount, anOrganization, aSession } from "#test/builders.ts";
import { aUserGroup } from "#test/user-groups.ts";
import { editAsItIs, eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

type Hold = (organization: { id: string; key: string }, account: { id: string }) => Promise<unknown>;

const ways: [string, Record<string, unknown>, Hold][] = [
  [
    "the role",
    { roles: ["teacher"] },
    ({ id: organization_id }, { id: account_id }) =>
      portal.context.database.insertInto("account_roles").values({ account_id, organization_id, role_key: "organization_admin" }).execute(),
  ],
  [
    "the user group",
    { userGroups: [] },
    (organization, account) => aUserGroup(portal, { organization, roles: ["organization_admin"], members: [{ account }] }),
  ],
  [
    "the permission",
    { permissions: [] },
    ({ id: organization_id }, { id: account_id }) =>
      portal.context.database
        .insertInto("account_permissions")
        .values({ account_id, organization_id, permission_key: "manage_members" })
        .execute(),
  ],
];

test.each(ways)("a manager of one school gives up %s that makes a manager, and sees the own account once more", async (_, change, hold) => {
  const organization = await anOrganization(portal);
  const manager = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
  await hold(organization, manager);
  const desk = await aSession(portal, manager, { loginType: "PASSWORD" });
  const answer = await editAsItIs(portal, { desk, userId: manager.id, body: { organizationId: organization.id, ...change } });
  expect(answer.status, answer.text).toBe(200);
  const { roles, version, may, organizations } = answer.body as UserDetails;
  expect(roles).toEqual([{ role_key: "teacher", organizationId: organization.id }]);
  expect(organizations.map(({ id }) => id)).toEqual([organization.id]);
  expect({ version, edit: may.edit }).toEqual({ version: 2, edit: false });
  expect((await desk.call(listOwnPermissions)).body).not.toContain("manage_members");
  expect((await desk.call(getUser, { params: { userId: manager.id } })).status).toBe(403);
  expect((await eventsAbout(portal, manager.id))[0]).toMatchObject({ event: "account_edited", organization_id: organization.id });
});
