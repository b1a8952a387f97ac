import type { Lesson } from "@storyport/contract/lessons";
import type { AppContext } from "#/context.ts";
import { groupForAccount } from "#/features/player-groups/group-for-account.ts";
import { reaches } from "#/features/rights/levels.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { describeLesson } from "./describe-lesson.ts";
import { findOpenLesson } from "./queries.ts";

/**
 * Returns the running lesson of a class that the caller may read, the class's name, and whether the caller may lead. Refuses like
 * `groupForAccount`.
 */
export async function getRunningLesson(
  { database }: AppContext,
  { session }: LoggedInCaller,
  { playerGroupId }: { playerGroupId: string },
): Promise<{ lesson?: Lesson; mayLead: boolean; groupName: string }> {
  const group = await groupForAccount(database, session, { groupId: playerGroupId, needs: "READ" });
  const open = await findOpenLesson(database, group.id);
  const known = { mayLead: reaches(group.level, "PLAY"), groupName: group.name };
  // The query also gives `ended_at` for a lesson whose time is over and which no job has ended yet.
  return open === undefined || open.ended_at !== null ? known : { lesson: describeLesson(open), ...known };
}
