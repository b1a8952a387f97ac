import type { RightsLevel } from "@storyport/contract/vocabulary";
import type { Transaction } from "kysely";
import { recordEvents } from "#/features/audit/record-event.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { setAccountRights } from "./right-queries.ts";

export interface ListedRight {
  groupId: string;
  accountId: string;
  level: RightsLevel;
}

/**
 * Sets teachers' rights on classes, as the school's own list says. The first of several for a teacher and a class counts. Returns the
 * former level of each. The caller of this function holds the classes and has checked them and the teachers.
 */
export async function setListedRights(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { organizationId, rights: given }: { organizationId: string; rights: readonly ListedRight[] },
): Promise<RightsLevel[]> {
  const rights = new Map(given.toReversed().map((right) => [keyOf(right), right]));
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
  return given.map((right) => before.get(keyOf(right)) ?? "NONE");
}

function keyOf({ groupId, accountId }: ListedRight): string {
  return `${groupId} ${accountId}`;
}
