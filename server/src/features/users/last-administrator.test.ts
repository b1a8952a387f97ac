/** The platform always keeps an administrator. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deactivateUser, deleteUserByAdmin, editUser } from "@storyport/contract/users";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { anAccount, anOrganization } from "#test/builders.ts";
import { anAdminDesk } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.context.database.deleteFrom("account_roles").where("role_key", "=", "admin").execute();
});

async function administratorsLeft(): Promise<number> {
  const rows = await portal.context.database
    .selectFrom("accounts as a")
    .innerJoin("account_roles as r", "r.account_id", "a.id")
    .select("a.id")
    .where("r.role_key", "=", "admin")
    .where("a.status", "=", "ACTIVE")
    .execute();
  return rows.length;
}

test("the last administrator cannot give the role up: errors.lastAdministrator; one of two can, if another role is left", async () => {
  const { desk, admin } = await anAdminDesk(portal);
  const resign = () => desk.call(editUser, { params: { userId: admin.id }, body: { version: 1, roles: [] } });
  expect(await resign()).toMatchObject({ status: 409, body: { code: "errors.lastAdministrator" } });
  await anAdminDesk(portal);
  // Without another role the account would be left without any.
  expect(await resign()).toMatchObject({ status: 400, body: { code: "errors.roleRequired" } });
  const { id: organization_id } = await anOrganization(portal);
  const { database } = portal.context;
  await database.insertInto("organization_members").values({ account_id: admin.id, organization_id }).execute();
  await database.insertInto("account_roles").values({ account_id: admin.id, organization_id, role_key: "member" }).execute();
  expect((await resign()).status).toBe(200);
  expect(await administratorsLeft()).toBe(1);
});

test.each([deactivateUser, deleteUserByAdmin])(
  "if the last two administrators end each other concurrently, one is refused: errors.lastAdministrator or errors.notLoggedIn ($name)",
  async (endpoint) => {
    const [one, other] = [await anAdminDesk(portal), await anAdminDesk(portal)];
    const parts = (userId: string) => ({ params: { userId }, ...(endpoint === deactivateUser ? { body: {} } : {}) });
    const answers = await Promise.all([one.desk.call(endpoint, parts(other.admin.id)), other.desk.call(endpoint, parts(one.admin.id))]);
    expect(await administratorsLeft()).toBe(1);
    const refused = answers.filter(({ status }) => status >= 400);
    expect(refused).toHaveLength(1);
    // The second call was either refused as logged out, or waited and was refused.
    expect(refused[0]?.text).toMatch(/errors\.(lastAdministrator|notLoggedIn)/);
  },
);

test("a deactivated administrator does not count: the only active one cannot be removed", async () => {
  const { desk, admin: last } = await anAdminDesk(portal);
  await anAccount(portal, { platformRoles: ["admin"], status: "DEACTIVATED" });
  const { admin } = await anAdminDesk(portal);
  expect((await desk.call(deactivateUser, { params: { userId: admin.id }, body: {} })).status).toBe(200);
  expect(await administratorsLeft()).toBe(1);
  const resigned = await desk.call(editUser, { params: { userId: last.id }, body: { version: 1, roles: [] } });
  expect(resigned).toMatchObject({ status: 409, body: { code: "errors.lastAdministrator" } });
});
