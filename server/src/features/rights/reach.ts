/** Whose things an account may reach: the organizations in which it holds a permission. A session set to one organization stays in it. */
import type { PermissionKey } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findMembership, listOrganizationsHolding } from "./queries.ts";

/** An administrator's reach ends nowhere. */
export type Reach = "everywhere" | readonly string[];

export function isAdministrator({ permissions }: Pick<Session, "permissions">): boolean {
  return permissions.includes("admin");
}

/** The organizations in which the caller holds `permission`: for lists, which leave out all others. */
export async function reachOf(database: Database, session: Session, permission: PermissionKey): Promise<Reach> {
  if (isAdministrator(session)) return "everywhere";
  const { accountId, organizationId } = session;
  return listOrganizationsHolding(database, { accountId, organizationId, permission });
}

/** The organization that a session stays in; an administrator's stays in none. */
export function withinReach(session: Session): string | undefined {
  return isAdministrator(session) ? undefined : session.organizationId;
}

export function isWithin(reach: Reach, organizationId: string): boolean {
  return reach === "everywhere" || reach.includes(organizationId);
}

/**
 * For one thing of an organization. An organization that is not the caller's own, or that does not exist, is refused as absent
 * (errors.notFound); one's own without the permission as not allowed (errors.notAllowed).
 */
export async function requireReach(
  database: Database,
  session: Session,
  { organizationId, permission }: { organizationId: string; permission: PermissionKey },
): Promise<void> {
  const found = await findMembership(database, { accountId: session.accountId, organizationId, permission });
  const isOwn = found?.is_member === true && (session.organizationId ?? organizationId) === organizationId;
  if (found === undefined || (!isOwn && !isAdministrator(session))) throw new Refusal("errors.notFound");
  if (!found.holds && !isAdministrator(session)) throw new Refusal("errors.notAllowed");
}
