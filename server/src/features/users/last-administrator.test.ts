/** The platform always keeps an administrator. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deactivateUser, deleteUserByAdmin, editUser } from "@storyport/contract/users";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { anAccount, anOrganization } from "#test/builders.ts";
import { meanwhile } from "#test/meanwhile.ts";
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
  await aMemberToo(admin.id);
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

/** Gives the account a role that it keeps, so that it may give up the other. */
async function aMemberToo(accountId: string): Promise<void> {
  const { database } = portal.context;
  const { id: organization_id } = await anOrganization(portal);
  await database.insertInto("organization_members").values({ account_id: accountId, organization_id }).execute();
  await database.insertInto("account_roles").values({ account_id: accountId, organization_id, role_key: "member" }).execute();
}

test("of two administrators who give the role up at the same time, the second is refused", async () => {
  const [one, other] = [await anAdminDesk(portal), await anAdminDesk(portal)];
  await aMemberToo(other.admin.id);
  const answer = await meanwhile(portal, {
    account: one.admin,
    happens: (transaction) =>
      transaction.deleteFrom("account_roles").where("account_id", "=", one.admin.id).where("role_key", "=", "admin").execute(),
    call: () => other.desk.call(editUser, { params: { userId: other.admin.id }, body: { version: 1, roles: [] } }),
  });
  expect(answer).toMatchObject({ status: 409, body: { code: "errors.lastAdministrator" } });
  expect(await administratorsLeft()).toBe(1);
});

test.each(["each of the other", "each of themselves"])(
  "if the last two take the role %s in a race, one administrator is left",
  async (of) => {
    const desks = [await anAdminDesk(portal), await anAdminDesk(portal)];
    for (const { admin } of desks) await aMemberToo(admin.id);
    const targets = of === "each of the other" ? desks.toReversed() : desks;
    const answers = await Promise.all(
      desks.map(({ desk }, index) =>
        desk.call(editUser, { params: { userId: targets[index]?.admin.id ?? "" }, body: { version: 1, roles: [] } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await administratorsLeft()).toBe(1);
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
