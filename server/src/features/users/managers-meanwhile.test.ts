/** Two managers who end each other at the same moment: the first call ends the caller of the second. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deactivateUser, editUser } from "@storyport/contract/users";
import type { Browser } from "#test/browser.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aSession, anAccount, anAdministrator } from "#test/builders.ts";
import { loggedOutMeanwhile } from "#test/meanwhile.ts";
import { isEmbedded } from "#test/test-store.ts";
import { aManagedSchool } from "#test/user-groups.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const deactivate = (desk: Browser, { id: userId }: { id: string }) => desk.call(deactivateUser, { params: { userId }, body: {} });

async function statusOf({ id }: { id: string }): Promise<string> {
  const row = await portal.context.database.selectFrom("accounts").select("status").where("id", "=", id).executeTakeFirstOrThrow();
  return row.status;
}

async function twoManagers() {
  const { organization, office, manager } = await aManagedSchool(portal);
  const second = await anAccount(portal, { memberships: [{ organization, roles: ["organization_admin"] }] });
  const desk = await aSession(portal, second, { loginType: "PASSWORD" });
  return { organization, office, manager, second, desk };
}

// The embedded store has one connection, so nothing can run concurrently there.
describe.skipIf(isEmbedded)("two managers", () => {
  test("who deactivate each other at the same moment: one remains", async () => {
    for (let round = 0; round < 10; round++) {
      const { office, manager, second, desk } = await twoManagers();
      const answers = await Promise.all([deactivate(office, second), deactivate(desk, manager)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect([await statusOf(manager), await statusOf(second)].toSorted()).toEqual(["ACTIVE", "DEACTIVATED"]);
    }
  });

  test("who take the role from each other at the same moment: one keeps it", async () => {
    for (let round = 0; round < 10; round++) {
      const { organization, office, manager, second, desk } = await twoManagers();
      const take = (browser: Browser, { id: userId }: { id: string }) =>
        browser.call(editUser, { params: { userId }, body: { version: 1, organizationId: organization.id, roles: ["member"] } });
      const answers = await Promise.all([take(office, second), take(desk, manager)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });

  test("and a caller who is logged out meanwhile: the call changes nobody (errors.notLoggedIn)", async () => {
    const account = await anAdministrator(portal);
    const desk = await aSession(portal, account, { loginType: "PASSWORD" });
    const { manager } = await aManagedSchool(portal);
    const answer = await loggedOutMeanwhile(portal, { account, call: () => deactivate(desk, manager) });
    expect(answer).toMatchObject({ status: 401, body: { code: "errors.notLoggedIn" } });
    expect(await statusOf(manager)).toBe("ACTIVE");
  });
});
