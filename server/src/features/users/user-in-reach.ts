/**
 * An account within the caller's reach (DESIGN 8.2; docs/decisions/0021). An administrator reaches everything. A manager
 * reaches the members of their organizations: wholly if the account has no others, otherwise only its rights there. A manager never
 * reaches an administrator's account wholly.
 */
import type { Transaction } from "kysely";
import { holdAccount } from "#/features/accounts/hold-account.ts";
import { isAdministrator, isWithin, reachOf } from "#/features/rights/reach.ts";
import { holdSession } from "#/features/sessions/hold-session.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findUser } from "./queries.ts";
import type { UserRow } from "./queries.ts";

export interface ReachedUser extends UserRow {
  /** The account's organizations that the caller sees. */
  visible: "everything" | readonly string[];
  /** Whether the caller may change the account itself, not only its rights in the caller's organization. False if it is deleted. */
  isWhole: boolean;
}

/** Finds an account in the caller's reach. Refuses a missing account and an account out of reach with errors.notFound. */
export async function reachUser(database: Database, session: Session, userId: string): Promise<ReachedUser> {
  return narrow(database, session, await findUser(database, userId));
}

/**
 * Finds an account again after a change to it. A caller who has given up their own reach of it sees it once more, and may change nothing
 * of it.
 */
export async function reachAgain(database: Database, session: Session, { id, visible }: ReachedUser): Promise<ReachedUser> {
  const user = await reached(database, session, await findUser(database, id));
  return user.visible.length === 0 ? { ...user, visible } : user;
}

/**
 * Does the same as `reachUser`, and locks the account until the transaction ends. Locks the caller too, and refuses a caller whose session has
 * ended meanwhile (errors.notLoggedIn). So if two managers end each other concurrently, the second call finds what the first has ended.
 */
export async function holdUser(transaction: Transaction<Tables>, session: Session, userId: string): Promise<ReachedUser> {
  // In id order to avoid deadlocks. In separate statements: a statement that waits for a lock sees other tables as they were before.
  for (const accountId of [...new Set([session.accountId, userId])].toSorted())
    await holdAccount(transaction, accountId, accountId === userId ? "update" : "share");
  if (!(await holdSession(transaction, session))) throw new Refusal("errors.notLoggedIn");
  return narrow(transaction, session, await findUser(transaction, userId));
}

/**
 * Locks an account that the caller may change as a whole. Refuses like `reachUser`. Refuses an account only partly in reach with
 * errors.notAllowed, and for an administrator a deleted account with errors.statusNotAllowed.
 */
export async function holdWholeUser(transaction: Transaction<Tables>, session: Session, userId: string): Promise<ReachedUser> {
  const user = await holdUser(transaction, session, userId);
  if (!user.isWhole) throw new Refusal(user.status === "DELETED" ? "errors.statusNotAllowed" : "errors.notAllowed");
  return user;
}

/** Returns the organization for an event about the account: the first that the caller sees, or none for an administrator. */
export function organizationOf({ visible }: Pick<ReachedUser, "visible">): string | undefined {
  return visible === "everything" ? undefined : visible[0];
}

/** Only an administrator undoes a deactivation by an administrator (docs/decisions/0026). */
export function mayLetIn(session: Session, { status, deactivated_by_platform }: UserRow): boolean {
  return status !== "DEACTIVATED" || !deactivated_by_platform || isAdministrator(session);
}

/**
 * Returns whether the caller changes the address at once instead of proposing it (DESIGN A26). A school may until the owner's
 * first login, an administrator always.
 */
export function mayChangeEmail(session: Session, { has_logged_in }: Pick<UserRow, "has_logged_in">): boolean {
  return isAdministrator(session) || !has_logged_in;
}

async function narrow(database: Database, session: Session, row: UserRow | undefined): Promise<ReachedUser> {
  const user = await reached(database, session, row);
  if (user.visible.length === 0) throw new Refusal("errors.notFound");
  return user;
}

/** Returns an account out of reach without visible organizations. */
async function reached(database: Database, session: Session, user: UserRow | undefined): Promise<ReachedUser> {
  if (user === undefined) throw new Refusal("errors.notFound");
  if (isAdministrator(session)) return { ...user, visible: "everything", isWhole: user.status !== "DELETED" };
  const reach = await reachOf(database, session, "manage_members");
  const visible = user.organization_ids.filter((organizationId) => isWithin(reach, organizationId));
  const isWhole = visible.length > 0 && !user.is_administrator && visible.length === user.organization_ids.length;
  return { ...user, visible, isWhole };
}
