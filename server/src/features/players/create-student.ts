import { limits } from "@storyport/contract/limits";
import type { createStudent as endpoint } from "@storyport/contract/players";
import { plainName } from "@storyport/contract/text-rules";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { holdGroupForAccount } from "#/features/player-groups/hold-group-for-account.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { insertStudents } from "./insert-students.ts";
import { countPlayersOf } from "./queries.ts";

/**
 * Creates a student with a player in a group that the caller may modify. The student has no e-mail and no password, and logs in
 * by badge or code (specification, sections 3 and 5). Refuses a group outside the caller's reach as not found, and too low a
 * right on it with errors.notAllowed. Refuses a full group with errors.playerGroupFull, because its page shows all players.
 */
export async function createStudent(
  { database }: AppContext,
  caller: LoggedInCaller,
  { studentName, groupId, locale }: z.output<typeof endpoint.body>,
): Promise<{ id: string; studentName: string }> {
  const name = plainName(studentName);
  return database.transaction().execute(async (transaction) => {
    const { id: playerGroupId, organizationId } = await holdGroupForAccount(transaction, caller.session, { groupId, needs: "MODIFY" });
    if ((await countPlayersOf(transaction, playerGroupId)) >= limits.playersOfGroup.max) throw new Refusal("errors.playerGroupFull");
    const [student] = await insertStudents(transaction, caller, { organizationId, locale, students: [{ name, playerGroupId }] });
    if (student === undefined) throw new Error("The student was not inserted.");
    return { id: student.accountId, studentName: name };
  });
}
