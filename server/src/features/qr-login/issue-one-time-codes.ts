import type { Transaction } from "kysely";
import type { OneTimeCode } from "@storyport/contract/qr-login";
import type { AppContext } from "#/context.ts";
import { groupForAccount } from "#/features/player-groups/group-for-account.ts";
import type { ReachableGroup } from "#/features/player-groups/group-for-account.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import type { Vault } from "#/platform/secrets.ts";
import { newChildNumber, newClassWord, oneTimeCodeDigest } from "./one-time-code.ts";
import { insertClassWord, insertOneTimeCode, lockGroup, touchClassWord } from "./queries.ts";
import { recordForStudents } from "./record-for-students.ts";
import { studentsWithBadge } from "./students-with-badge.ts";
import type { BadgeChoice } from "./void-badges.ts";

/** Among a million numbers, and some thousands of words, what is free is found soon: else something is wrong. */
const mostTries = 50;

/**
 * Codes for one student or each of a group whose badges were left at home (the specification's otpCode): the class's word and a number,
 * once, within twenty minutes (DESIGN A29). Whoever is not a student of the group answers as absent; who may not log in by
 * badge is refused with errors.loginTypeNotAllowed. A newer code takes the place of the former one.
 */
export async function issueOneTimeCodes(
  { database, vault }: AppContext,
  caller: LoggedInCaller,
  choice: BadgeChoice,
): Promise<OneTimeCode[]> {
  const { accountId: createdBy } = caller.session;
  return database.transaction().execute(async (transaction) => {
    const group = await groupForAccount(transaction, caller.session, { groupId: choice.playerGroupId, needs: "MODIFY" });
    await lockGroup(transaction, group.id);
    const students = await studentsWithBadge(transaction, choice);
    if (students.length === 0) return [];
    const word = await takeClassWord(transaction, group.id);
    const codes: OneTimeCode[] = [];
    for (const student of students) {
      const { otpCode, expiresAt } = await insertFreeCode(transaction, vault, { accountId: student.id, group, createdBy, word });
      await recordForStudents(transaction, caller, { event: "one_time_code_issued", group, accountIds: [student.id] });
      codes.push({ otpCode, displayName: student.display_name ?? "", userId: student.id, expiresAt: expiresAt.toISOString() });
    }
    return codes;
  });
}

/** The class's own word, or a free one that is its own from now on. */
async function takeClassWord(transaction: Transaction<Tables>, groupId: string): Promise<string> {
  const own = await touchClassWord(transaction, groupId);
  if (own !== undefined) return own;
  for (let tries = 0; tries < mostTries; tries++) {
    const word = newClassWord();
    if (await insertClassWord(transaction, groupId, word)) return word;
  }
  throw new Error("No free word for a class was found.");
}

interface Issuing {
  accountId: string;
  group: ReachableGroup;
  createdBy: string;
  word: string;
}

async function insertFreeCode(
  transaction: Transaction<Tables>,
  vault: Vault,
  { accountId, group, createdBy, word }: Issuing,
): Promise<{ otpCode: string; expiresAt: Date }> {
  for (let tries = 0; tries < mostTries; tries++) {
    const number = newChildNumber();
    const code = { digest: oneTimeCodeDigest(vault, { word, number }), accountId, playerGroupId: group.id, createdBy };
    const inserted = await insertOneTimeCode(transaction, code);
    if (inserted !== undefined) return { otpCode: `${word}${number}`, expiresAt: inserted.expires_at };
  }
  throw new Error("No free one-time code was found.");
}
