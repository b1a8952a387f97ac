import { limits } from "@storyport/contract/limits";
import type { PlayerGroupDetails, setPlayerGroupRight as endpoint } from "@storyport/contract/player-groups";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import type { Transaction } from "kysely";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { mayGive } from "#/features/rights/levels.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { fieldRefusal, Refusal } from "#/platform/refusal.ts";
import { describePlayerGroup } from "./describe-group.ts";
import { groupForAccount } from "./group-for-account.ts";
import type { ReachableGroup } from "./group-for-account.ts";
import { holdGroupForAccount } from "./hold-group-for-account.ts";
import { levelsOnGroups } from "./levels-on-groups.ts";
import { countRightsOf, holdMember, holdUserGroup, setAccountRights, setUserGroupRight } from "./right-queries.ts";
import type { NewRight } from "./right-queries.ts";

type Wish = { groupId: string } & z.output<typeof endpoint.body>;

/**
 * Sets the rights of a member or user group of the organization on a group that the caller owns. NONE removes them. Callers
 * cannot give more than they hold (DESIGN 8.2, errors.notAllowed). Refuses an account or user group outside the organization with
 * errors.memberUnknown, whether or not it exists. Refuses a hidden user group in the same way, if the caller does not see it. Refuses a
 * further right of a user group with 200 rights with errors.invalidInput. Refuses the group like `groupForAccount`. Needs a recent login
 * (errors.loginTooOld).
 */
export async function setPlayerGroupRight({ database }: AppContext, caller: LoggedInCaller, wish: Wish): Promise<PlayerGroupDetails> {
  const { groupId, rightsType } = wish;
  await requireRecentLogin(database, caller.session);
  return database.transaction().execute(async (transaction) => {
    const need = { groupId, needs: "OWNER" } as const;
    // Lock the member or user group before the class, in the order that ARCHITECTURE.md gives.
    const holderId = await holdHolder(transaction, await groupForAccount(transaction, caller.session, need), wish);
    const group = await holdGroupForAccount(transaction, caller.session, need);
    if (!mayGive({ isAdministrator: isAdministrator(caller.session) }, group.level, rightsType)) throw new Refusal("errors.notAllowed");
    const before = await giveRight(transaction, { groupId, holderId, level: rightsType }, wish);
    await recordEvent(transaction, caller, {
      event: "player_group_right_set",
      actorId: caller.session.accountId,
      targetId: groupId,
      organizationId: group.organizationId,
      details: { holder: holderId, before, after: rightsType },
    });
    // The change may have lowered or taken the caller's own level, also by a user group.
    const levels = await levelsOnGroups(transaction, caller.session, [groupId]);
    return describePlayerGroup(transaction, { ...group, level: levels.get(groupId) ?? "NONE" });
  });
}

/** Locks the member or user group until the transaction ends. Returns its id. */
async function holdHolder(
  transaction: Transaction<Tables>,
  { organizationId, runsOrganization: hiddenToo }: ReachableGroup,
  { userGroupId, accountId, email }: Wish,
): Promise<string> {
  const holderId =
    userGroupId === undefined
      ? await holdMember(transaction, { organizationId, accountId, email })
      : await holdUserGroup(transaction, { userGroupId, organizationId, hiddenToo });
  if (holderId === undefined) throw new Refusal("errors.memberUnknown");
  return holderId;
}

/** Returns the level before. Refuses a further right of a user group that has the maximum. */
async function giveRight(transaction: Transaction<Tables>, right: NewRight, { userGroupId }: Wish): Promise<RightsLevel> {
  if (userGroupId === undefined) {
    const [before = "NONE"] = await setAccountRights(transaction, [right]);
    return before;
  }
  const before = await setUserGroupRight(transaction, right);
  const isAdded = before === "NONE" && right.level !== "NONE";
  // A refusal takes the new right back. A former version gave some groups more rights, and these can still be changed.
  if (isAdded && (await countRightsOf(transaction, userGroupId)) > limits.rightsOfUserGroup.max) {
    throw fieldRefusal("errors.invalidInput", "userGroupId");
  }
  return before;
}
