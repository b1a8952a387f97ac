import { stripMarkup } from "@storyport/contract/fields";
import type { createStudent as endpoint } from "@storyport/contract/players";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { groupForAccount } from "#/features/player-groups/group-for-account.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { insertStudent } from "./queries.ts";

/**
 * Creates a student with a player in a group that one may modify: no e-mail, no password, a login by badge alone
 * (specification, sections 3 and 5). A group that is not one's own answers as absent.
 */
export async function createStudent(
  { database }: AppContext,
  caller: LoggedInCaller,
  { studentName, groupId, locale }: z.output<typeof endpoint.body>,
): Promise<{ id: string; studentName: string }> {
  const name = stripMarkup(studentName).normalize("NFC");
  return database.transaction().execute(async (transaction) => {
    const group = await groupForAccount(transaction, caller.session, { groupId, needs: "MODIFY" });
    const { organizationId } = group;
    const id = await insertStudent(transaction, { name, locale, organizationId, playerGroupId: group.id });
    await recordEvent(transaction, caller, {
      event: "student_created",
      actorId: caller.session.accountId,
      targetId: id,
      organizationId,
      details: { playerGroupId: group.id },
    });
    return { id, studentName: name };
  });
}
