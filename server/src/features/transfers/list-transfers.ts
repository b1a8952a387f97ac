import type { Transfer, TransferState } from "@storyport/contract/transfers";
import type { AppContext } from "#/context.ts";
import { groupForAccount } from "#/features/player-groups/group-for-account.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { listTransfersOf } from "./queries.ts";
import type { TransferRow } from "./queries.ts";

/**
 * Lists the transfers of a class that the caller owns, archived or not, newest first. Never returns a link. Refuses like `groupForAccount`.
 */
export async function listTransfers(
  { database }: AppContext,
  { session }: LoggedInCaller,
  { playerGroupId }: { playerGroupId: string },
): Promise<{ id: string; groupName: string; transfers: Transfer[] }> {
  const group = await groupForAccount(database, session, { groupId: playerGroupId, needs: "OWNER", archivedToo: true });
  return { id: group.id, groupName: group.name, transfers: (await listTransfersOf(database, group.id)).map(describeTransfer) };
}

const states = { ACCEPTED: "accepted", DECLINED: "declined", WITHDRAWN: "withdrawn", EXPIRED: "expired" } as const;

function describeTransfer(row: TransferRow): Transfer {
  const { ended_as: endedAs, ended_at: endedAt, to_key: toSchool } = row;
  const unended: TransferState = row.is_expired ? "expired" : "open";
  return {
    id: row.id,
    studentName: row.student_name,
    state: endedAs === null ? unended : states[endedAs],
    openedAt: row.opened_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    ...(endedAt !== null && { endedAt: endedAt.toISOString() }),
    ...(toSchool !== null && { toSchool }),
  };
}
