/** People of the admin area for tests: an administrator's browser, and a school with a manager. */
import { editUser } from "@storyport/contract/users";
import type { Answer, Browser } from "./browser.ts";
import type { TestPortal } from "./build-app.ts";
import { anAccount, anAdministrator, anOrganization, logIn } from "./builders.ts";
import type { TestAccount } from "./builders.ts";

export async function anAdminDesk(portal: TestPortal): Promise<{ desk: Browser; admin: TestAccount }> {
  const admin = await anAdministrator(portal);
  return { admin, desk: await logIn(portal.browser(), admin) };
}

/** An organization, and the browser of its manager. */
export async function aRunSchool(portal: TestPortal) {
  const organization = await anOrganization(portal);
  const manager = await anAccount(portal, { memberships: [{ organization, roles: ["organization_admin"] }] });
  return { organization, manager, desk: await logIn(portal.browser(), manager) };
}

/** Edits an account in its present version. */
export async function editAsItIs(
  { context }: Pick<TestPortal, "context">,
  { desk, userId, body }: { desk: Browser; userId: string; body: Record<string, unknown> },
): Promise<Answer> {
  const { version } = await context.database.selectFrom("accounts").select("version").where("id", "=", userId).executeTakeFirstOrThrow();
  return desk.call(editUser, { params: { userId }, body: { version, ...body } });
}

export interface UserGroupParts {
  organization: { id: string };
  roles?: string[];
  members?: { id: string }[];
  type?: "REGULAR" | "ARCHIVED" | "HIDDEN";
}

export async function aUserGroup({ context }: Pick<TestPortal, "context">, parts: UserGroupParts): Promise<{ id: string }> {
  const { database } = context;
  const { id } = await database
    .insertInto("user_groups")
    .values({ organization_id: parts.organization.id, name: "Teachers", group_type: parts.type ?? "REGULAR" })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const role_key of parts.roles ?? []) await database.insertInto("user_group_roles").values({ user_group_id: id, role_key }).execute();
  for (const member of parts.members ?? []) {
    await database.insertInto("user_group_members").values({ user_group_id: id, account_id: member.id }).execute();
  }
  return { id };
}

/** Returns the events about an account, newest first. */
export async function eventsAbout({ context }: Pick<TestPortal, "context">, targetId: string) {
  return context.database
    .selectFrom("audit_events")
    .select(["event", "actor_id", "organization_id", "details"])
    .where("target_id", "=", targetId)
    .orderBy("id", "desc")
    .execute();
}
