import { plainName } from "@storyport/contract/text-rules";
import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { requireAnotherAdministrator } from "#/features/accounts/last-administrator.ts";
import { updateAccount } from "#/features/accounts/update-account.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { completeEmailChange } from "#/features/email-changes/change-email.ts";
import { proposeEmail } from "#/features/email-changes/propose-email.ts";
import { rolesOf } from "#/features/rights/roles-of.ts";
import { requireReach } from "#/features/rights/reach.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { fieldRefusal, Refusal } from "#/platform/refusal.ts";
import { changeHoldings } from "./change-holdings.ts";
import { changeLoginTypes } from "./change-login-types.ts";
import { countAddress } from "./count-address.ts";
import { describeUser } from "./describe-user.ts";
import type { UserDetails } from "./describe-user.ts";
import { expirePassword } from "./expire-password.ts";
import { requireWayToLogIn } from "./require-way-to-log-in.ts";
import type { Changes, Editing, UserEdit } from "./user-edit.ts";
import { holdUser, mayChangeEmail, organizationOf, reachAgain, reachUser } from "./user-in-reach.ts";
import type { ReachedUser } from "./user-in-reach.ts";
import { requireName, requireRole, requireUserRules } from "./user-rules.ts";

/**
 * Changes an account by the rules of creation (specification, section 5), all or nothing, and returns it. Refuses an edit of an older
 * version (errors.changedMeanwhile). A manager can only take from administrators and members of other organizations what they hold in the
 * manager's organization (errors.notAllowed otherwise). After the owner's first login a school only proposes another address (DESIGN A26);
 * `completeEmailChange` says what a change ends. A change of address, login types or rights needs a recent login (errors.loginTooOld).
 * Callers must keep a working login type (errors.noWayToLogIn). Refuses a school's manager beyond two thousand addresses a day
 * (errors.tooManyAttempts). Refuses a deleted account (errors.notAllowed), and to take `admin` from the last administrator
 * (errors.lastAdministrator). Managers may give up the right by which they reach their own account. The history records roles before and
 * after.
 */
export async function editUser(
  context: AppContext,
  caller: LoggedInCaller,
  { userId, edit }: { userId: string; edit: UserEdit },
): Promise<UserDetails> {
  const { session } = caller;
  if (needsRecentLogin(edit)) await requireRecentLogin(context.database, session);
  // Count in its own transaction, so that a refusal with errors.emailTaken counts too.
  if (edit.email !== undefined) await countAddress(context.database, session);
  return context.database.transaction().execute(async (transaction) => {
    await requireAdministratorLeft(transaction, caller, { userId, edit });
    const user = await holdUser(transaction, session, userId);
    const organizationId = await placeOf(transaction, caller, { user, edit });
    if (user.status === "DELETED" || (!user.isWhole && touchesAccount(edit))) throw new Refusal("errors.notAllowed");
    if (edit.email === "") await refuseNoEmail(transaction, { user, edit });
    const { edit: applied, proposed } = withoutProposal(session, user, edit);
    // Callers must not lock themselves out.
    if (userId === session.accountId) await requireWayToLogIn(context, transaction, { user, edit: applied });
    await writeAccount(transaction, user, applied);
    const changes = {
      ...(await changeHoldings(transaction, caller, { user, edit: applied })),
      ...(await changeLoginTypes(transaction, { user, edit: applied })),
      ...(await changeEmail(context, transaction, { user, edit: applied, caller })),
      ...(edit.resetPassword === true ? await expirePassword(context, transaction, { user, edit: applied, caller }) : {}),
      ...(proposed === undefined ? {} : { email: "proposed" }),
    };
    if (proposed !== undefined) await proposeEmail(context, transaction, { account: user, email: proposed, caller, organizationId });
    await requireRules(transaction, { user, edit: applied });
    await recordEvent(transaction, caller, {
      event: "account_edited",
      actorId: session.accountId,
      targetId: user.id,
      organizationId,
      details: { fields: fieldsOf(applied), ...changes },
    });
    return describeUser({ ...context, database: transaction }, session, await reachAgain(transaction, session, user));
  });
}

/** An address cannot be removed. Refuses with the rule that demands it, else with errors.invalidInput. */
async function refuseNoEmail(transaction: Transaction<Tables>, { user, edit }: { user: ReachedUser; edit: UserEdit }): Promise<never> {
  requireUserRules({
    email: null,
    displayName: edit.displayName ?? user.display_name,
    loginTypes: edit.loginTypes ?? user.login_types,
    roles: await rolesOf(transaction, user.id),
  });
  throw fieldRefusal("errors.invalidInput", "email");
}

/** Splits the edit into what is written now and the address that is only proposed. */
function withoutProposal(session: LoggedInCaller["session"], user: ReachedUser, edit: UserEdit): { edit: UserEdit; proposed?: string } {
  const { email, ...rest } = edit;
  if (email === undefined || (email !== user.email && mayChangeEmail(session, user))) return { edit };
  return email === user.email ? { edit: rest } : { edit: rest, proposed: email };
}

/** Completes the change of an address that was written. */
async function changeEmail(context: AppContext, transaction: Transaction<Tables>, { user, edit, caller }: Editing): Promise<Changes> {
  const { email } = edit;
  if (email === undefined) return {};
  const account = {
    id: user.id,
    email,
    formerEmail: user.email,
    status: user.status,
    default_locale: edit.locale ?? user.default_locale,
    display_name: edit.displayName ?? user.display_name,
  };
  const by = { actorId: caller.session.accountId, organizationId: organizationOf(user) };
  await completeEmailChange(context, transaction, { account, caller, by });
  return { email: "changed" };
}

/**
 * Keeps one administrator. Only an edit of the platform roles can remove `admin`. Locks all administrators before the account, to avoid a
 * deadlock of two edits.
 */
async function requireAdministratorLeft(
  transaction: Transaction<Tables>,
  { session }: LoggedInCaller,
  { userId, edit }: { userId: string; edit: UserEdit },
): Promise<void> {
  if (edit.roles === undefined || edit.organizationId !== undefined || edit.roles.includes("admin")) return;
  const user = await reachUser(transaction, session, userId);
  if (user.is_administrator && user.isWhole) await requireAnotherAdministrator(transaction, userId);
}

/**
 * Returns the organization whose history records the change: the edit's organization, which must be in the caller's reach. If the edit names
 * none: the organization through which the caller reaches the account.
 */
async function placeOf(
  transaction: Transaction<Tables>,
  { session }: LoggedInCaller,
  { user, edit: { organizationId } }: { user: ReachedUser; edit: UserEdit },
): Promise<string | undefined> {
  if (organizationId === undefined) return organizationOf(user);
  await requireReach(transaction, session, { organizationId, permission: "manage_members" });
  if (user.visible !== "everything" && !user.visible.includes(organizationId)) throw new Refusal("errors.notFound");
  return organizationId;
}

/** A passer-by at an open session must not take an account over, or give rights. */
function needsRecentLogin({ email, loginTypes, roles, userGroups, permissions }: UserEdit): boolean {
  return [email, loginTypes, roles, userGroups, permissions].some((part) => part !== undefined);
}

function touchesAccount({ email, displayName, locale, loginTypes, resetPassword }: UserEdit): boolean {
  return [email, displayName, locale, loginTypes, resetPassword].some((part) => part !== undefined);
}

async function writeAccount(transaction: Transaction<Tables>, user: ReachedUser, edit: UserEdit): Promise<void> {
  const name = edit.displayName && plainName(edit.displayName);
  const change = {
    ...(edit.email === undefined ? {} : { email: edit.email }),
    ...(name === undefined ? {} : { display_name: name }),
    ...(edit.locale === undefined ? {} : { default_locale: edit.locale }),
  };
  if (!(await updateAccount(transaction, { id: user.id, version: edit.version }, change))) throw new Refusal("errors.changedMeanwhile");
}

/** Name and address cannot be removed. An old account that breaks a rule can still change them and its language. */
async function requireRules(transaction: Transaction<Tables>, { user, edit }: { user: ReachedUser; edit: UserEdit }): Promise<void> {
  const { email, displayName, loginTypes, roles, userGroups } = edit;
  const changesRules = [loginTypes, roles, userGroups].some((part) => part !== undefined);
  if (!changesRules && displayName === undefined) return;
  const held = await rolesOf(transaction, user.id);
  if (displayName !== undefined) requireName(displayName, held);
  if (!changesRules) return;
  // An account in partial reach only lost something. The rest is what other organizations gave it.
  if (!user.isWhole) return requireRole(held);
  requireUserRules({
    email: email ?? user.email,
    displayName: displayName ?? user.display_name,
    loginTypes: loginTypes ?? user.login_types,
    roles: held,
  });
}

/** Returns the names of the changed fields, never their values. */
function fieldsOf({ version: _, organizationId: __, ...parts }: UserEdit): string[] {
  return Object.keys(parts);
}
