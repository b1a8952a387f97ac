import type { Lesson } from "@storyport/contract/lessons";
import type { AppContext } from "#/context.ts";
import { levelsOnGroups } from "#/features/player-groups/levels-on-groups.ts";
import { reaches } from "#/features/rights/levels.ts";
import { reachOf } from "#/features/rights/reach.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { describeLesson } from "./describe-lesson.ts";
import { findRunningLessons } from "./queries.ts";

/** Returns the running lessons that the caller may lead (PLAY), by the class's name. */
export async function listRunningLessons({ database }: AppContext, { session }: LoggedInCaller): Promise<Lesson[]> {
  const running = await findRunningLessons(database, await reachOf(database, session, "manage_players"));
  const levels = await levelsOnGroups(
    database,
    session,
    running.map((row) => row.player_group_id),
  );
  return running.filter((row) => reaches(levels.get(row.player_group_id), "PLAY")).map(describeLesson);
}
