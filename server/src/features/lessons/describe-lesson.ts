import type { BoardChild, Lesson, LessonBoard, WaitingDevice } from "@storyport/contract/lessons";
import type { LessonRow } from "./queries.ts";
import type { BoardRow, ChildRow, DeviceRow } from "./board-queries.ts";

/** Converts a row to the lesson of the contract. */
export function describeLesson(row: LessonRow): Lesson {
  // The database sets both columns together.
  const { ended_at: endedAt, ended_because: because } = row;
  return {
    id: row.id,
    playerGroupId: row.player_group_id,
    groupName: row.group_name,
    startedAt: row.started_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    ...(endedAt === null || because === null ? {} : { ended: { at: endedAt.toISOString(), because } }),
  };
}

/** `mayLead`: only callers who may seat a child see the waiting devices. */
export function describeBoard(row: BoardRow, mayLead: boolean): LessonBoard {
  return {
    lesson: describeLesson(row),
    at: row.at.toISOString(),
    mayLead,
    children: row.children.map(describeChild),
    devices: mayLead ? row.devices.map(describeDevice) : [],
  };
}

function describeDevice({ id, name, user_code, since }: DeviceRow): WaitingDevice {
  return { id, name, userCode: user_code, since: new Date(since).toISOString() };
}

function describeChild({ user_id, display_name, state, since, device_name, help }: ChildRow): BoardChild {
  return {
    userId: user_id,
    displayName: display_name,
    state,
    ...(since !== null && { since: new Date(since).toISOString() }),
    ...(device_name !== null && { deviceName: device_name }),
    ...(help !== null && { help }),
  };
}
