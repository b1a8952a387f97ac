import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import { joinRunningLesson } from "./queries.ts";
import type { JoiningLogin } from "./queries.ts";

/**
 * Returns the running lesson to which a login by badge or one-time code belongs; undefined outside lessons. The bell waits until
 * the login's transaction ends, so it finds the session. A login that waits for the bell belongs to no lesson.
 */
export function lessonOfLogin(transaction: Transaction<Tables>, login: JoiningLogin): Promise<string | undefined> {
  return joinRunningLesson(transaction, login);
}
