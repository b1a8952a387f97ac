/**
 * An account as far as the caller reaches it (DESIGN 8.2; docs/decisions/0021). An administrator reaches all of every account. Who
 * manages the members of an organization reaches its members: all of one who belongs to it alone, of others what is theirs there.
 */
import type { Transaction } from "kysely";
import { holdAccount } from "#/features/accounts/hold-account.ts";
import { isAdministrator, reachOf } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findUser } from "./queries.ts";
import type { UserRow } from "./queries.ts";

export interface ReachedUser extends UserRow {
  /** The organizations of it that the caller sees. */
  visible: "everything" | readonly string[];
  /** Whether the caller may change the account itself, and not only what it holds in the caller's organization. */
  isWhole: boolean;
}

/** Refuses with errors.notFound what does not exist, and what is out of reach. */
export async function reachUser(database: Database, session: Session, userId: string): Promise<ReachedUser> {
  return narrow(database, session, await findUser(database, userId));
}

/** The same, and whoever else changes the account waits until this transaction ends. */
export async function holdUser(transaction: Transaction<Tables>, session: Session, userId: string): Promise<ReachedUser> {
  // By a statement of its own: one that waits for a lock sees other tables as they were before it waited.
  await holdAccount(transaction, userId, "update");
  return narrow(transaction, session, await findUser(transaction, userId));
}

/** Holds an account that the caller may change as a whole. Refuses with errors.notFound, and with errors.notAllowed what is in reach only in part. */
export async function holdWholeUser(transaction: Transaction<Tables>, session: Session, userId: string): Promise<ReachedUser> {
  const user = await holdUser(transaction, session, userId);
  if (!user.isWhole) throw new Refusal(user.status === "DELETED" ? "errors.statusNotAllowed" : "errors.notAllowed");
  return user;
}

/** Where an event about the account stands: in the first organization that the caller sees, or nowhere for an administrator. */
export function organizationOf({ visible }: Pick<ReachedUser, "visible">): string | undefined {
  return visible === "everything" ? undefined : visible[0];
}

/** Nobody but an administrator undoes what an administrator of the platform did (docs/decisions/0026). */
export function mayLetIn(session: Session, { status, deactivated_by_platform }: UserRow): boolean {
  return status !== "DEACTIVATED" || !deactivated_by_platform || isAdministrator(session);
}

/**
 * Whether the caller changes the address at once, and does not only propose one (DESIGN A26): a school until the owner has logged in for the
 * first time, an administrator always.
 */
export function mayChangeEmail(session: Session, { has_logged_in }: Pick<UserRow, "has_logged_in">): boolean {
  return isAdministrator(session) || !has_logged_in;
}

async function narrow(database: Database, session: Session, user: UserRow | undefined): Promise<ReachedUser> {
  if (user === undefined) throw new Refusal("errors.notFound");
  if (isAdministrator(session)) return { ...user, visible: "everything", isWhole: user.status !== "DELETED" };
  const reach = await reachOf(database, session, "manage_members");
  const visible = user.organization_ids.filter((organizationId) => reach === "everywhere" || reach.includes(organizationId));
  if (visible.length === 0) throw new Refusal("errors.notFound");
  return { ...user, visible, isWhole: !user.is_administrator && visible.length === user.organization_ids.length };
}
