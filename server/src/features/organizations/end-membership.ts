import type { RightsLevel } from "@storyport/contract/vocabulary";
import type { Transaction } from "kysely";
import { countChange } from "#/features/accounts/update-account.ts";
import { withdrawTransfersOf } from "#/features/accounts/withdraw-transfers.ts";
import { endRightsIn } from "#/features/player-groups/end-rights-in.ts";
import { endStudentLogins } from "#/features/qr-login/end-student-logins.ts";
import { takeDirectPermissions } from "#/features/rights/direct-permissions.ts";
import { takeRoles } from "#/features/rights/give-roles.ts";
import { endSessionsIn } from "#/features/sessions/end-session.ts";
import { revokeTokensOf } from "#/features/tokens/account-families.ts";
import { leaveGroupsOf } from "#/features/user-groups/group-memberships.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { deleteMembership } from "./membership-queries.ts";
import type { Membership } from "./membership-queries.ts";

/** What an account held in the organization, for the history. */
export interface Holdings {
  roles: string[];
  permissions: string[];
  /** Rights levels by id of the user group. */
  userGroups: Record<string, RightsLevel>;
  /** Rights levels by id of the player group. */
  rights: Record<string, RightsLevel>;
}

/**
 * Removes an account from an organization; the caller has locked the account. Ends its roles, direct permissions, user groups and rights on
 * player groups there, archived groups included. Also ends badges, one-time codes, tokens, the sessions bound to the organization and the
 * transfers that the account opened. The players that it plays stay (docs/decisions/0025).
 */
export async function endMembership(transaction: Transaction<Tables>, caller: LoggedInCaller, membership: Membership): Promise<Holdings> {
  // Delete the membership first. Calls that give the account a right lock this row, so no new right can appear afterwards.
  await deleteMembership(transaction, membership);
  const held: Holdings = {
    roles: await takeRoles(transaction, membership, "all"),
    permissions: await takeDirectPermissions(transaction, membership),
    userGroups: Object.fromEntries(await leaveGroupsOf(transaction, membership)),
    rights: Object.fromEntries(await endRightsIn(transaction, membership)),
  };
  await endStudentLogins(transaction, caller, membership);
  await withdrawTransfersOf(transaction, { accountIds: [membership.accountId], organizationId: membership.organizationId });
  // End sessions before tokens. A hand-over locks its session's row, so its tokens exist by the time they are revoked.
  await endSessionsIn(transaction, membership);
  await revokeTokensOf(transaction, { ...membership, because: "ACCOUNT" });
  // An open form about the account must not save outdated roles.
  await countChange(transaction, membership.accountId);
  return held;
}
