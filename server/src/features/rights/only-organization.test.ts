/** Creating without a named organization (specification, section 3: organizationId is optional). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUserGroup } from "@storyport/contract/user-groups";
import { createUser, getUser } from "@storyport/contract/users";
import type { UserDetails } from "@storyport/contract/user-details";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { anOrganization } from "#test/builders.ts";
import { aManagedSchool } from "#test/user-groups.ts";
import { anAdminDesk } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

let next = 0;
const aUser = () => ({ email: `somebody-${next++}@school.example`, loginType: "PASSWORD", roles: ["teacher"] });

test("the caller's only organization is used; an administrator gets the platform's only one, and is refused without one or with several", async () => {
  const { desk: admin } = await anAdminDesk(portal);
  const required = { status: 400, body: { code: "errors.organizationRequired" } };
  expect(await admin.call(createUser, { body: aUser() })).toMatchObject(required);
  const { organization, office: desk } = await aManagedSchool(portal);
  for (const caller of [admin, desk]) {
    const created = await caller.call(createUser, { body: aUser() });
    expect(created.status).toBe(201);
    const { id: userId } = created.body as { id: string };
    const { organizations } = (await admin.call(getUser, { params: { userId } })).body as UserDetails;
    expect(organizations.map(({ id }) => id)).toEqual([organization.id]);
    expect((await caller.call(createUserGroup, { body: { groupName: "Teachers" } })).status).toBe(201);
  }
  await anOrganization(portal);
  expect(await admin.call(createUser, { body: aUser() })).toMatchObject(required);
  expect(await admin.call(createUserGroup, { body: { groupName: "Teachers" } })).toMatchObject(required);
  expect((await desk.call(createUser, { body: aUser() })).status).toBe(201);
});
