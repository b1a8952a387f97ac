/** The roles that a caller may give (specification, sections 6 and 7; DESIGN 8.2). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { listRolesAndPermissions } from "@storyport/contract/roles";
import type { Role } from "@storyport/contract/roles";
import { anAccount, anAdministrator, anOrganization, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function rolesFor(
  role: string,
  orgId: "own" | "other" | "none",
): Promise<{ status: number; keys: string[]; code: string | undefined }> {
  const own = await anOrganization(portal);
  const other = await anOrganization(portal);
  const account =
    role === "admin" ? await anAdministrator(portal) : await anAccount(portal, { memberships: [{ organization: own, roles: [role] }] });
  const browser = await logIn(portal.browser(), account);
  const ids = { own: own.id, other: other.id, none: undefined };
  const { status, body } = await browser.call(listRolesAndPermissions, { query: { orgId: ids[orgId] } });
  const { roles = [], code } = body as { roles?: Role[]; code?: string };
  return { status, keys: roles.map(({ role_key }) => role_key), code };
}

const assignable = ["group_manager", "guest", "member", "organization_admin", "premium", "student", "teacher"];

test.each(["own", "other", "none"] as const)("an administrator may give every role but admin, in any organization (%s)", async (orgId) => {
  expect(await rolesFor("admin", orgId)).toMatchObject({ status: 200, keys: assignable });
});

test.each(["own", "none"] as const)(
  "a manager of an organization may give what they hold themselves, and no premium (%s)",
  async (orgId) => {
    expect(await rolesFor("organization_admin", orgId)).toMatchObject({ status: 200, keys: assignable.filter((key) => key !== "premium") });
  },
);

test("in an organization the list has the permissions that the caller may give, never admin; without one all", async () => {
  const own = await anOrganization(portal);
  const manager = await anAccount(portal, { memberships: [{ organization: own, roles: ["organization_admin"] }] });
  const keysFor = async (account: { email: string }, orgId?: string) => {
    const browser = await logIn(portal.browser(), account);
    const { body } = await browser.call(listRolesAndPermissions, { query: { orgId } });
    return listRolesAndPermissions.response.parse(body).permissions.map(({ permission_key }) => permission_key);
  };
  const staff = ["login", "login_dashboard", "manage_members", "manage_players", "set_display_name", "view_user_group"];
  expect(await keysFor(manager, own.id)).toEqual(staff);
  expect(await keysFor(await anAdministrator(portal), own.id)).toEqual([...staff, "play_premium"].toSorted());
  expect(await keysFor(manager)).toEqual(["admin", ...staff, "play_premium"].toSorted());
});

test("another organization is refused as not found", async () => {
  expect(await rolesFor("organization_admin", "other")).toMatchObject({ status: 404, code: "errors.notFound" });
});

test.each(["teacher", "group_manager", "member"])("a %s may give nothing", async (role) => {
  expect(await rolesFor(role, "own")).toMatchObject({ status: 403 });
});
