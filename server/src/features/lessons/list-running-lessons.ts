import type { Lesson } from "@storyport/contract/lessons";
import type { AppContext } from "#/context.ts";
import { levelsFrom } from "#/features/rights/levels.ts";
import { isAdministrator, withinReach } from "#/features/rights/reach.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { describeLesson } from "./describe-lesson.ts";
import { findRunningLessons } from "./queries.ts";

/** Returns the first 200 running lessons that the caller may lead (PLAY), by the class's name. An administrator may lead all. */
export async function listRunningLessons({ database }: AppContext, { session }: LoggedInCaller): Promise<Lesson[]> {
  const leading = { accountId: session.accountId, within: withinReach(session), levels: levelsFrom("PLAY") };
  return (await findRunningLessons(database, isAdministrator(session) ? "all" : leading)).map(describeLesson);
}
