import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";

/** The students of a group that a call about badges or codes names. */
export interface BadgeChoice {
  playerGroupId: string;
  /** Not together with `studentUserIds`. Both omitted: all students of the group. */
  studentUserId?: string | undefined;
  studentUserIds?: readonly string[] | undefined;
}

/** Account ids without repetition, or all students of the group. */
export type Chosen = readonly string[] | "all";

export function chosenStudents({ studentUserId, studentUserIds }: Omit<BadgeChoice, "playerGroupId">): Chosen {
  if (studentUserId !== undefined) return [studentUserId];
  return studentUserIds === undefined ? "all" : [...new Set(studentUserIds)];
}

/**
 * Guards badges of more than a single student. With the badges of a whole class a passer-by at an open session could log in as
 * each child. Naming the students one by one in the same call must not avoid the guard. Refuses with `errors.loginTooOld`.
 */
export async function requireRecentForSeveral(database: Database, { session }: LoggedInCaller, choice: BadgeChoice): Promise<void> {
  const chosen = chosenStudents(choice);
  if (chosen === "all" || chosen.length > 1) await requireRecentLogin(database, session);
}
