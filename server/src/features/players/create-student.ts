import { limits } from "@storyport/contract/limits";
import type { createStudent as endpoint } from "@storyport/contract/players";
import { stripMarkup } from "@storyport/contract/text-rules";
import type { Transaction } from "kysely";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { createAccount } from "#/features/accounts/create-account.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { addOrganizationMember } from "#/features/organizations/add-member.ts";
import { groupForAccount } from "#/features/player-groups/group-for-account.ts";
import { giveRoles } from "#/features/rights/give-roles.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { countPlayersOf, insertPlayerOf } from "./queries.ts";

/**
 * Creates a student with a player in a group that the caller may modify. The student has no e-mail and no password, and logs in
 * by badge alone (specification, sections 3 and 5). Refuses a group outside the caller's reach as not found. Refuses a full
 * group with errors.playerGroupFull, because its page shows all players.
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
    if ((await countPlayersOf(transaction, group.id)) >= limits.playersOfGroup.max) throw new Refusal("errors.playerGroupFull");
    const id = await insert(transaction, { name, locale, organizationId, playerGroupId: group.id });
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

interface NewStudent {
  name: string;
  locale: string;
  organizationId: string;
  playerGroupId: string;
}

/** Inserts an account without an e-mail that logs in by badge alone, and its player. */
async function insert(transaction: Transaction<Tables>, student: NewStudent): Promise<string> {
  const { name, locale, organizationId } = student;
  const account = { email: null, displayName: name, locale, isActive: true, loginTypes: ["QRCODE"] as const };
  const accountId = await createAccount(transaction, account);
  // Cannot happen: without an e-mail address there is no conflict.
  if (accountId === undefined) throw new Refusal("errors.unexpected");
  await addOrganizationMember(transaction, accountId, organizationId);
  await giveRoles(transaction, { accountId, organizationId }, ["student"]);
  await insertPlayerOf(transaction, { ...student, accountId });
  return accountId;
}
