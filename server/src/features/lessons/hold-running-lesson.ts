import type { Transaction } from "kysely";
import type { ReachableGroup } from "#/features/player-groups/group-for-account.ts";
import { holdGroups } from "#/features/player-groups/hold-groups.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { lessonForAccount } from "./lesson-for-account.ts";
import type { LessonRow } from "./queries.ts";

interface HeldLesson {
  lesson: LessonRow;
  group: ReachableGroup;
}

/**
 * Finds a running lesson that the caller may lead (PLAY). Holds it until the transaction ends, so the bell runs before or
 * after. Refuses an ended lesson with errors.lessonOver, and otherwise as `lessonForAccount` does.
 */
export async function holdRunningLesson(transaction: Transaction<Tables>, session: Session, lessonId: string): Promise<HeldLesson> {
  const held = await holdLesson(transaction, session, lessonId);
  // The query also gives `ended_at` for a lesson whose time is over and which no job has ended yet.
  if (held.lesson.ended_at !== null) throw new Refusal("errors.lessonOver");
  return held;
}

/** Holds a lesson that the caller may lead (PLAY), also an ended lesson. Refuses as `lessonForAccount` does. */
export async function holdLesson(transaction: Transaction<Tables>, session: Session, lessonId: string): Promise<HeldLesson> {
  const need = { lessonId, needs: "PLAY" } as const;
  const { group } = await lessonForAccount(transaction, session, need);
  // This locks the class before the codes and the lesson, as archiving does.
  await holdGroups(transaction, [group.id]);
  // Check again after the lock, because a call that held it may have ended the lesson or taken the right.
  return lessonForAccount(transaction, session, need);
}
