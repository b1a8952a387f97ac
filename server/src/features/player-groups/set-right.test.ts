import { afterAll, beforeAll, expect, test } from "vitest";
import { setPlayerGroupRight } from "@storyport/contract/player-groups";
import { aSession, anAccount, anAdministrator } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aClass } from "#test/school-class.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test("an administrator gives SPECIAL, and an owner of the group does not: errors.notAllowed", async () => {
  const { desk: owner, group, organization } = await aClass(portal, { level: "OWNER" });
  const colleague = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
  const administrator = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
  const request = { params: { playerGroupId: group.id }, body: { accountId: colleague.id, rightsType: "SPECIAL" } };
  expect(await owner.call(setPlayerGroupRight, request)).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  expect(await administrator.call(setPlayerGroupRight, request)).toMatchObject({ status: 200 });
});
