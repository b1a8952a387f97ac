import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { groupForAccount } from "#/features/player-groups/group-for-account.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { newOneTimeCode } from "./one-time-code.ts";
import { insertOneTimeCode, listStudents } from "./queries.ts";

/** Among 148 million spellings two alike are rare; five times in a row means that something else is wrong. */
const mostTries = 5;

/**
 * A code for a student whose badge was left at home (the specification's otpCode): six characters, once, within twenty minutes.
 * Whoever is not a student of the group answers as absent. A newer code takes the place of the former one.
 */
export async function issueOneTimeCode(
  { database, vault }: AppContext,
  caller: LoggedInCaller,
  { playerGroupId, studentUserId }: { playerGroupId: string; studentUserId: string },
): Promise<{ otpCode: string; displayName: string; expiresAt: string }> {
  const { accountId: createdBy } = caller.session;
  return database.transaction().execute(async (transaction) => {
    const group = await groupForAccount(transaction, caller.session, { groupId: playerGroupId, needs: "MODIFY" });
    const [student] = await listStudents(transaction, group.id, studentUserId);
    if (student === undefined) throw new Refusal("errors.notFound");
    for (let tries = 0; tries < mostTries; tries++) {
      const otpCode = newOneTimeCode();
      const code = { digest: vault.digest(otpCode), accountId: student.id, playerGroupId: group.id, createdBy };
      const inserted = await insertOneTimeCode(transaction, code);
      if (inserted === undefined) continue;
      await recordEvent(transaction, caller, {
        event: "one_time_code_issued",
        actorId: createdBy,
        targetId: student.id,
        organizationId: group.organizationId,
        details: { playerGroupId: group.id },
      });
      return { otpCode, displayName: student.display_name ?? "", expiresAt: inserted.expires_at.toISOString() };
    }
    throw new Error("No free one-time code was found.");
  });
}
