/** The organizations that an account may reach: those in which it holds a permission. A session bound to an organization stays in it. */
import type { PermissionKey } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findMembership, listOrganizationsHolding } from "./queries.ts";

/** An administrator reaches everything. */
export type Reach = "everywhere" | readonly string[];

/** Returns whether the session holds `admin`. While a support view is open, the session has the viewed person's permissions. */
export function isAdministrator({ permissions }: Pick<Session, "permissions">): boolean {
  return permissions.includes("admin");
}

/** Returns the organizations in which the caller holds `permission`. Lists leave out all others. */
export async function reachOf(database: Database, session: Session, permission: PermissionKey): Promise<Reach> {
  if (isAdministrator(session)) return "everywhere";
  const { accountId, organizationId } = session;
  return listOrganizationsHolding(database, { accountId, organizationId, permission });
}

/** Returns the organization that a session is bound to, or undefined. An administrator's session counts as bound to none. */
export function withinReach(session: Session): string | undefined {
  return isAdministrator(session) ? undefined : session.organizationId;
}

export function isWithin(reach: Reach, organizationId: string): boolean {
  return reach === "everywhere" || reach.includes(organizationId);
}

/**
 * Requires reach of one organization. Refuses an organization that is missing or not the caller's own as not found
 * (errors.notFound). Refuses the caller's own without the permission as not allowed (errors.notAllowed).
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
