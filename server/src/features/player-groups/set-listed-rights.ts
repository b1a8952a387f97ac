import type { RightsLevel } from "@storyport/contract/vocabulary";
import type { Transaction } from "kysely";
import { recordEvents } from "#/features/audit/record-event.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { holdMembers, setAccountRights } from "./right-queries.ts";

export interface ListedRight {
  groupId: string;
  accountId: string;
  level: RightsLevel;
}

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
  // After the classes, so that a long list holds members up only at its end. What ends a membership waits for no class.
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

function keyOf({ groupId, accountId }: ListedRight): string {
  return `${groupId} ${accountId}`;
}
