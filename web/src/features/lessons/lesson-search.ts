import { isId } from "#/api/is-id.ts";

/** What the address says: the lesson that was followed last. */
export interface LessonSearch {
  lessonId?: string | undefined;
}

/** Leaves out an id of another form. */
export function readLessonSearch({ lessonId }: Record<string, unknown>): LessonSearch {
  return isId(lessonId) ? { lessonId } : {};
}
