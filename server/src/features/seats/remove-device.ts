import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { groupForAccount } from "#/features/player-groups/group-for-account.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { markRemoved, refuseSeatsAt } from "./queries.ts";

/**
 * Removes a device of the school of a class (needs PLAY on the class): its key is dead, and no board lists it. A seat that it has not
 * fetched ends. A child who plays there plays on until the bell. Refuses a device of another school, and a removed device, with
 * errors.notFound, and a class like `groupForAccount`.
 */
export async function removeDevice(
  { database }: AppContext,
  caller: LoggedInCaller,
  { playerGroupId, deviceId }: { playerGroupId: string; deviceId: string },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const { organizationId } = await groupForAccount(transaction, caller.session, { groupId: playerGroupId, needs: "PLAY" });
    const removed = await markRemoved(transaction, { deviceId, organizationId });
    if (removed === undefined) throw new Refusal("errors.notFound");
    await refuseSeatsAt(transaction, deviceId);
    await recordEvent(transaction, caller, {
      event: "device_removed",
      actorId: caller.session.accountId,
      targetId: playerGroupId,
      organizationId,
      details: { deviceId, deviceName: removed.name },
    });
  });
}
