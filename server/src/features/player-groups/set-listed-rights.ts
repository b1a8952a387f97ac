import type { RightsLevel } from "@storyport/contract/vocabulary";
import type { Transaction } from "kysely";
import { recordEvents } from "#/features/audit/record-event.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { holdMembers, listRightsAsGiven, setAccountRights } from "./right-queries.ts";

export interface ListedRight {
  groupId: string;
  accountId: string;
  level: RightsLevel;
}

/** The level that a list gives the teachers of a class. */
export const listedLevel: RightsLevel = "MODIFY";

interface ListedRights {
  organizationId: string;
  rights: readonly ListedRight[];
}

/**
 * Sets teachers' rights on classes, as the school's own list says. The first of several for a teacher and a class counts. Skips accounts that
 * are no members, so that a right given while a membership ends goes with the membership (docs/decisions/0025). Returns the former level of
 * each right; undefined for a right that was skipped. The caller of this function holds the classes and has checked them and the teachers.
 */
export async function setListedRights(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { organizationId, rights: given }: ListedRights,
): Promise<(RightsLevel | undefined)[]> {
  // After the classes, so that a long list holds members up only at its end. The end of a teacher's membership waits for no class.
  const members = new Set(await holdMembers(transaction, { organizationId, accountIds: given.map(({ accountId }) => accountId) }));
  const ofMembers = given.filter(({ accountId }) => members.has(accountId));
  const rights = new Map(ofMembers.toReversed().map((right) => [keyOf(right), right]));
  const set = [...rights.values()].map(({ accountId: holderId, groupId, level }) => ({ groupId, holderId, level }));
  const levels = await setAccountRights(transaction, set);
  const about = { event: "player_group_right_set", actorId: caller.session.accountId, organizationId } as const;
  const events = set.map(({ groupId: targetId, holderId: holder, level: after }, index) => ({
    ...about,
    targetId,
    details: { holder, before: levels[index], after },
  }));
  await recordEvents(transaction, caller, events);
  const before = new Map([...rights.keys()].map((key, index) => [key, levels[index]]));
  return given.map((right) => before.get(keyOf(right)));
}

/**
 * Gives teachers back the levels that they had before a list, as the undo of the list does. A level that a person has set since stays. So
 * does a right that ended with a membership. The caller of this function holds the classes.
 */
export async function takeBackListedRights(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { organizationId, rights }: ListedRights,
): Promise<void> {
  // Before the levels are read, because the end of a membership changes them without a lock of the classes.
  await holdMembers(transaction, { organizationId, accountIds: rights.map(({ accountId }) => accountId) });
  const given = rights.map(({ groupId, accountId }) => ({ groupId, holderId: accountId, level: listedLevel }));
  const present = await listRightsAsGiven(transaction, given);
  const asListed = new Set(present.map(({ groupId, holderId }) => keyOf({ groupId, accountId: holderId })));
  await setListedRights(transaction, caller, { organizationId, rights: rights.filter((right) => asListed.has(keyOf(right))) });
}

function keyOf({ groupId, accountId }: Omit<ListedRight, "level">): string {
  return `${groupId} ${accountId}`;
}
