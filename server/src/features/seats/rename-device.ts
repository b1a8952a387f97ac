import type { Device } from "@storyport/contract/seats";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { groupForAccount } from "#/features/player-groups/group-for-account.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { describeDevice } from "./describe-device.ts";
import { findDevice, renameTo } from "./queries.ts";

export interface Renaming {
  playerGroupId: string;
  deviceId: string;
  version: number;
  name: string;
}

/**
 * Renames a device of the school of a class (needs PLAY on the class). Refuses a device of another school, and a removed device, with
 * errors.notFound. Refuses an outdated version with errors.changedMeanwhile, and a class like `groupForAccount`.
 */
export async function renameDevice({ database }: AppContext, caller: LoggedInCaller, renaming: Renaming): Promise<Device> {
  const { playerGroupId, deviceId, version, name } = renaming;
  return database.transaction().execute(async (transaction) => {
    const { organizationId } = await groupForAccount(transaction, caller.session, { groupId: playerGroupId, needs: "PLAY" });
    const before = await findDevice(transaction, { deviceId, organizationId });
    if (before === undefined) throw new Refusal("errors.notFound");
    if (!(await renameTo(transaction, { deviceId, version, name }))) throw new Refusal("errors.changedMeanwhile");
    await recordEvent(transaction, caller, {
      event: "device_renamed",
      actorId: caller.session.accountId,
      targetId: playerGroupId,
      organizationId,
      details: { deviceId, before: { name: before.name }, after: { name } },
    });
    return describeDevice({ ...before, name, version: version + 1 });
  });
}
