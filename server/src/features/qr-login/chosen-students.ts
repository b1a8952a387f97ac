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
