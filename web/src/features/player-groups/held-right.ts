import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import type { RightsLevel } from "@storyport/contract/vocabulary";

/** The rights level of a person or a user group on a group. */
export type HeldRight = NonNullable<PlayerGroupDetails["rights"]>[number];

/** A rights level to give. `holder` is the receiver's name, and one of the other three identifies the receiver. */
export type Given = { holder: string; level: RightsLevel; email?: string; accountId?: string; userGroupId?: string };

/** Names the holder of a right for the call that changes it. */
export function receiverOf({ accountId, userGroupId }: HeldRight): Pick<Given, "accountId" | "userGroupId"> {
  if (accountId !== undefined) return { accountId };
  return userGroupId === undefined ? {} : { userGroupId };
}
