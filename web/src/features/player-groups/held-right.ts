import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import type { RightsLevel } from "@storyport/contract/vocabulary";

/** What a person or a user group holds on a group. */
export type HeldRight = NonNullable<PlayerGroupDetails["rights"]>[number];

/** What is to be given, and to whom; `holder` is what they are called. */
export type Given = { holder: string; level: RightsLevel; email?: string; accountId?: string; userGroupId?: string };

export function whomOf({ accountId, userGroupId }: HeldRight): Pick<Given, "accountId" | "userGroupId"> {
  if (accountId !== undefined) return { accountId };
  return userGroupId === undefined ? {} : { userGroupId };
}
