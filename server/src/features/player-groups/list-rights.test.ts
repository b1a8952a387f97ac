/** The player groups that the caller holds rights on (specification, sections 3 and 7). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listPlayerGroupRights, listPlayerGroupRightsOf } from "@storyport/contract/player-groups";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { anAccount, anAdministrator, aPlayerGroup, aSession } from "#test/builders.ts";
import { aClass } from "#test/school-class.ts";
import { aUserGroup } from "#test/user-groups.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

describe("listPlayerGroupRights", () => {
  test("lists the caller's groups under the specification's names, with the highest right, and no other school's", async () => {
    const school = await aClass(portal, { level: "READ" });
    await aClass(portal);
    await aPlayerGroup(portal, { organization: school.organization });
    await aPlayerGroup(portal, { organization: school.organization, rights: [{ account: school.teacher, level: "NONE" }] });
    const rights = [{ group: school.group, level: "PLAY" as const }];
    await aUserGroup(portal, { organization: school.organization, rights, members: [{ account: school.teacher }] });
    const { status, body } = await school.desk.call(listPlayerGroupRights);
    expect(status).toBe(200);
    expect(body).toEqual([{ player_group_id: school.group.id, group_name: "2A", group_type: "REGULAR", rights_type: "PLAY" }]);
  });

  test("lists one organization alone, also for administrators; another is not found, and the caller's own needs the permission", async () => {
    const [school, other] = [await aClass(portal), await aClass(portal)];
    const of = (browser: Browser, orgId: string) => browser.call(listPlayerGroupRightsOf, { params: { orgId } });
    const admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
    for (const browser of [school.desk, admin]) {
      expect((await of(browser, school.organization.id)).body).toMatchObject([{ player_group_id: school.group.id }]);
    }
    for (const orgId of [other.organization.id, randomUUID()]) {
      expect(await of(school.desk, orgId)).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    }
    const account = await anAccount(portal, {
      memberships: [
        { organization: school.organization, roles: ["member"] },
        { organization: other.organization, roles: ["teacher"] },
      ],
    });
    const visitor = await aSession(portal, account, { loginType: "PASSWORD" });
    expect(await of(visitor, school.organization.id)).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  });
});
