import { plainName } from "@storyport/contract/text-rules";
import type { createUser as endpoint } from "@storyport/contract/users";
import type { Transaction } from "kysely";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { createAccount } from "#/features/accounts/create-account.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { addOrganizationMember } from "#/features/organizations/add-member.ts";
import { sendActivationLink } from "#/features/passwords/send-activation-link.ts";
import { requireAssignable } from "#/features/rights/assignable-roles.ts";
import { setDirectPermissions } from "#/features/rights/direct-permissions.ts";
import { giveRoles } from "#/features/rights/give-roles.ts";
import { onlyOrganization } from "#/features/rights/only-organization.ts";
import { requireReach } from "#/features/rights/reach.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import { joinGroups } from "#/features/user-groups/group-memberships.ts";
import { holdGivableGroups } from "#/features/user-groups/hold-givable-groups.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { countAddress } from "./count-address.ts";
import { refuseAdminRole, requireAssignableLoginTypes, requireName, requireUserRules } from "./user-rules.ts";

type NewUser = z.output<typeof endpoint.body>;

/**
 * Creates an account in an organization (specification, sections 2 and 5). Needs a recent login (errors.loginTooOld). Without a given
 * organization it is the only organization that the caller manages, else errors.organizationRequired. Refuses values that break a rule of
 * section 5. Refuses a role or permission that the caller may not give (errors.roleNotAssignable, errors.notAllowed), and another
 * organization or its groups (errors.notFound). Refuses a taken e-mail address, also in a race. Refuses a school's manager beyond two
 * thousand addresses a day (errors.tooManyAttempts). The owner gets a letter to choose a password, also of an active account. An owner
 * without an address, or with a badge, gets none (docs/decisions/0021).
 */
export async function createUser(context: AppContext, caller: LoggedInCaller, body: NewUser): Promise<{ id: string; email?: string }> {
  const user = {
    ...body,
    // The database must not store an empty address: only one account could have it.
    email: body.email === "" ? undefined : body.email,
    roles: [...new Set(body.roles)],
    displayName: body.displayName && plainName(body.displayName),
  };
  requireFormRules(user);
  await requireRecentLogin(context.database, caller.session);
  // Count in its own transaction, so that a refusal with errors.emailTaken counts too.
  if (user.email !== undefined) await countAddress(context.database, caller.session);
  return context.database.transaction().execute(async (transaction) => {
    const organizationId = user.organizationId ?? (await onlyOrganization(transaction, caller.session, "manage_members"));
    await requireReach(transaction, caller.session, { organizationId, permission: "manage_members" });
    await requireGivable(transaction, caller, { ...user, organizationId });
    const id = await insert(transaction, { ...user, organizationId });
    if (user.email !== undefined && user.loginType !== "QRCODE") {
      const account = { id, email: user.email, default_locale: user.locale, display_name: user.displayName ?? null };
      const sender = { actorId: caller.session.accountId, organizationId };
      await sendActivationLink(context, transaction, { account, caller, reason: "invited", sender });
    }
    const { loginType, activated, roles, userGroups } = user;
    const details = { loginType, activated, roles, userGroups };
    const { accountId: actorId } = caller.session;
    await recordEvent(transaction, caller, { event: "account_created", actorId, targetId: id, organizationId, details });
    // It records an event of its own, which the history shows after the account's.
    await setDirectPermissions(transaction, caller, { accountId: id, organizationId, permissions: user.permissions });
    return { id, ...(user.email === undefined ? {} : { email: user.email }) };
  });
}

/** Checks the rules that need the form alone. */
function requireFormRules(user: NewUser): void {
  const { loginType, roles, userGroups } = user;
  requireAssignableLoginTypes([loginType]);
  refuseAdminRole(roles);
  // Groups may give the roles, so such a form is checked after their lookup.
  if (roles.length > 0 || userGroups.length === 0) requireRulesOf(user, roles);
}

function requireRulesOf(user: NewUser, roles: readonly string[]): void {
  requireUserRules({ ...user, loginTypes: [user.loginType], roles });
  if (user.displayName !== undefined) requireName(user.displayName, roles);
}

type PlacedUser = NewUser & { organizationId: string };

/** Roles of the groups count as roles, for the rules and for what the caller may give. */
async function requireGivable(transaction: Transaction<Tables>, { session }: LoggedInCaller, user: PlacedUser): Promise<void> {
  const { organizationId } = user;
  const given = await holdGivableGroups(transaction, session, { organizationId, groupIds: user.userGroups });
  // `holdGivableGroups` has already refused groups whose roles the caller may not give.
  await requireAssignable(transaction, session, { organizationId, roles: user.roles });
  requireRulesOf(user, [...new Set([...user.roles, ...given])]);
}

async function insert(transaction: Transaction<Tables>, user: PlacedUser): Promise<string> {
  const { email = null, displayName = null, locale, activated: isActive, organizationId } = user;
  const accountId = await createAccount(transaction, { email, displayName, locale, isActive, loginTypes: [user.loginType] });
  if (accountId === undefined) throw new Refusal("errors.emailTaken");
  await addOrganizationMember(transaction, accountId, organizationId);
  await giveRoles(transaction, { accountId, organizationId }, user.roles);
  await joinGroups(transaction, accountId, user.userGroups);
  return accountId;
}
