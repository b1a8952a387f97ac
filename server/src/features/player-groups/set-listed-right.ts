import type { RightsLevel } from "@storyport/contract/vocabulary";
import type { Transaction } from "kysely";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { setAccountRight } from "./queries.ts";

interface ListedRight {
  organizationId: string;
  groupId: string;
  accountId: string;
  level: RightsLevel;
}

/** Sets a teacher's right on a class, as the school's own list says. Returns the former level. The caller has checked teacher and class. */
export async function setListedRight(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { organizationId, groupId, accountId, level }: ListedRight,
): Promise<RightsLevel> {
  const before = await setAccountRight(transaction, { groupId, holderId: accountId, level });
  await recordEvent(transaction, caller, {
    event: "player_group_right_set",
    actorId: caller.session.accountId,
    targetId: groupId,
    organizationId,
    details: { holder: accountId, before, after: level },
  });
  return before;
}
