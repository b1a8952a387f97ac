/**
 * Changing and removing members of a user group. Both need a recent login (errors.loginTooOld). Both refuse a group like `groupInReach`, and
 * an account that is no member as not found.
 */
import type { RightsLevel } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { holdAccount } from "#/features/accounts/hold-account.ts";
import { countChange } from "#/features/accounts/update-account.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { groupInReach } from "./group-in-reach.ts";
import { deleteMember, updateMember } from "./member-queries.ts";

interface Member {
  userGroupId: string;
  userId: string;
}

/**
 * Sets a member's rights level on the group itself. Games read it in tokens. It grants neither roles nor rights on players. An edit of the
 * account keeps the level, so the account's version stays.
 */
export async function setGroupMember(
  { database }: AppContext,
  caller: LoggedInCaller,
  { userGroupId, userId, rightsType }: Member & { rightsType: RightsLevel },
): Promise<void> {
  await requireRecentLogin(database, caller.session);
  await database.transaction().execute(async (transaction) => {
    const group = await groupInReach(transaction, caller.session, { userGroupId, permission: "manage_members" });
    const before = await updateMember(transaction, { groupId: userGroupId, accountId: userId, level: rightsType });
    if (before === undefined) throw new Refusal("errors.notFound");
    await recordEvent(transaction, caller, {
      event: "member_changed",
      actorId: caller.session.accountId,
      targetId: userId,
      organizationId: group.organization_id,
      details: { userGroupId, before, after: rightsType },
    });
  });
}

/** Removes a member. The group's roles and rights end with the next call. The account stays a member of the organization. */
export async function removeGroupMember({ database }: AppContext, caller: LoggedInCaller, { userGroupId, userId }: Member): Promise<void> {
  await requireRecentLogin(database, caller.session);
  await database.transaction().execute(async (transaction) => {
    const group = await groupInReach(transaction, caller.session, { userGroupId, permission: "manage_members" });
    await holdAccount(transaction, userId, "no key update");
    const before = await deleteMember(transaction, { groupId: userGroupId, accountId: userId });
    if (before === undefined) throw new Refusal("errors.notFound");
    // An open form about the account must not save the group again.
    await countChange(transaction, userId);
    await recordEvent(transaction, caller, {
      event: "member_removed",
      actorId: caller.session.accountId,
      targetId: userId,
      organizationId: group.organization_id,
      details: { userGroupId, before },
    });
  });
}
