import type { Device } from "@storyport/contract/seats";
import type { AppContext } from "#/context.ts";
import { groupForAccount } from "#/features/player-groups/group-for-account.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { describeDevice } from "./describe-device.ts";
import { listDevicesOf } from "./queries.ts";

/**
 * Returns the devices of the school of a class, without removed devices, to a caller who holds PLAY on it. Devices that the class used
 * last come first. Refuses like `groupForAccount`.
 */
export async function listDevices(
  { database }: AppContext,
  { session }: LoggedInCaller,
  { playerGroupId }: { playerGroupId: string },
): Promise<{ groupName: string; devices: Device[] }> {
  const group = await groupForAccount(database, session, { groupId: playerGroupId, needs: "PLAY" });
  const rows = await listDevicesOf(database, { organizationId: group.organizationId, firstOf: group.id });
  return { groupName: group.name, devices: rows.map(describeDevice) };
}
