/** A list of members ends for a manager who leaves the school while it is worked through. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addGroupMembers } from "@storyport/contract/user-groups";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { anAccount } from "#test/builders.ts";
import { meanwhile } from "#test/meanwhile.ts";
import { isEmbedded } from "#test/test-store.ts";
import { aManagedSchool, aUserGroup } from "#test/user-groups.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

// The embedded store has one connection, so nothing can run concurrently there.
test.skipIf(isEmbedded)("the lines after the end of the membership add nobody: errors.notFound", async () => {
  const { organization, manager, office } = await aManagedSchool(portal);
  const group = await aUserGroup(portal, { organization });
  const account = await anAccount(portal, { memberships: [{ organization, roles: ["member"] }] });
  const stranger = `${randomUUID()}@school.example`;
  const answer = await meanwhile(portal, {
    account,
    happens: (transaction) => transaction.deleteFrom("organization_members").where("account_id", "=", manager.id).execute(),
    call: () => office.call(addGroupMembers, { params: { userGroupId: group.id }, body: { lines: `${account.email}\n${stranger}` } }),
  });
  expect(answer).toMatchObject({ status: 200, body: { added: [{ line: 1 }], errors: [{ line: 2, code: "errors.notFound" }] } });
  const { database } = portal.context;
  expect(await database.selectFrom("accounts").select("id").where("email", "=", stranger).execute()).toEqual([]);
});
