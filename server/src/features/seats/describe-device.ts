import type { Device } from "@storyport/contract/seats";
import type { DeviceOfSchool } from "./queries.ts";

export function describeDevice(row: DeviceOfSchool): Device {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    gameName: row.game_name,
    addedAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    ...(row.group_name !== null && { groupName: row.group_name }),
  };
}
