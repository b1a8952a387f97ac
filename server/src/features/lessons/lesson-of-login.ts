import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import { joinRunningLesson, shareStarts } from "./queries.ts";
import type { JoiningLogin } from "./queries.ts";

/**
 * Returns the id of the running lesson to which a login by badge or one-time code belongs. The lesson of the badge's class comes first, then
 * the newest of the student's other classes. Returns undefined outside lessons. The bell waits until the login's transaction ends, so it
 * finds the session. A login that had to wait for a bell gets the next of these lessons, if another runs. A start waits for it too, and takes
 * the session in; a login that had to wait for a start finds the lesson.
 */
export async function lessonOfLogin(transaction: Transaction<Tables>, login: JoiningLogin): Promise<string | undefined> {
  await shareStarts(transaction, login);
  return joinRunningLesson(transaction, login);
}
