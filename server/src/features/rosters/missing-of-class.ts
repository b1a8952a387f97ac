import type { MissingOfClass, answerMissing as endpoint } from "@storyport/contract/missing-students";
import type { Transaction } from "kysely";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvents } from "#/features/audit/record-event.ts";
import { groupForAccount } from "#/features/player-groups/group-for-account.ts";
import type { ReachableGroup } from "#/features/player-groups/group-for-account.ts";
import { holdGroupForAccount } from "#/features/player-groups/hold-group-for-account.ts";
import { placePlayers } from "#/features/players/edit-listed-players.ts";
import { endClassLogins } from "#/features/qr-login/end-class-logins.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { keepIn } from "./keep-missing-students.ts";
import { listMissing } from "./queries.ts";
import { confirmDepartures, takeMissing } from "./run-queries.ts";

/**
 * Lists the missing students of a class on which the caller holds a right. An archived class has none. Refuses any other class as not
 * found.
 */
export async function listMissingOfClass(
  { database }: AppContext,
  { session }: LoggedInCaller,
  playerGroupId: string,
): Promise<MissingOfClass[]> {
  const group = await groupForAccount(database, session, { groupId: playerGroupId, needs: "READ", archivedToo: true });
  const missing = await listMissing(database, group.organizationId, group.id);
  return missing.map(({ playerId, playerName, missingSince }) => ({ playerId, playerName, missingSince: missingSince.toISOString() }));
}

type Order = { playerGroupId: string } & z.output<typeof endpoint.body>;

/**
 * Keeps missing students of a class, or takes them out of it with their badges. Students who are not marked, or not in the class, stay as
 * they are. So of two teachers who answer at once the first decides. Taking out several ends their badges, so it needs a recent login
 * (errors.loginTooOld), like ending badges itself. Needs MODIFY on the class, and refuses it like `holdGroupForAccount`.
 */
export async function answerMissing({ database }: AppContext, caller: LoggedInCaller, order: Order): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const group = await holdGroupForAccount(transaction, caller.session, { groupId: order.playerGroupId, needs: "MODIFY" });
    if (order.answer === "left" && order.playerIds.length > 1) await requireRecentLogin(transaction, caller.session);
    const here = new Set((await listMissing(transaction, group.organizationId, group.id)).map(({ playerId }) => playerId));
    const playerIds = order.playerIds.filter((playerId) => here.has(playerId));
    if (order.answer === "left") await takeOut(transaction, caller, { group, playerIds });
    else await keepIn(transaction, caller, { organizationId: group.organizationId, playerIds });
  });
}

async function takeOut(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { group, playerIds: marked }: { group: ReachableGroup; playerIds: readonly string[] },
): Promise<void> {
  // A manager may have kept some of them meanwhile, without a lock of the class.
  const { playerIds, accountIds, targetIds } = await takeMissing(transaction, marked);
  await confirmDepartures(transaction, group.id, playerIds);
  if (accountIds.length > 0) await endClassLogins(transaction, caller, { group, chosen: accountIds });
  await placePlayers(
    transaction,
    playerIds.map((playerId) => ({ playerId, toGroupId: undefined, fromGroupId: group.id })),
  );
  const about = { event: "student_moved", actorId: caller.session.accountId, organizationId: group.organizationId } as const;
  const events = targetIds.map((targetId) => ({ ...about, targetId, details: { fromGroupId: group.id } }));
  await recordEvents(transaction, caller, events);
}
