import type { Transaction } from "kysely";
import type { OneTimeCode } from "@storyport/contract/qr-login";
import type { AppContext } from "#/context.ts";
import type { ReachableGroup } from "#/features/player-groups/group-for-account.ts";
import { holdGroupForAccount } from "#/features/player-groups/hold-group-for-account.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import type { Vault } from "#/platform/secrets.ts";
import { chosenStudents } from "./chosen-students.ts";
import type { BadgeChoice, Chosen } from "./chosen-students.ts";
import { insertClassWord, insertRemainingWord, takeIdleWord, touchClassWord } from "./class-word-queries.ts";
import { allClassWords, newChildNumber, newClassWord, oneTimeCodeDigest } from "./one-time-code.ts";
import { insertOneTimeCode, voidLiveCodes } from "./queries.ts";
import { recordForStudents } from "./record-for-students.ts";
import { studentsWithBadge } from "./students-with-badge.ts";

/** A free number is found soon. More tries mean a fault. */
const mostTries = 50;
/** While half of the words are free, nearly every class finds one within these tries. */
const mostWordTries = 10;

/**
 * Issues codes for students who forgot their badges (the specification's otpCode), for given students or a whole group. Needs PLAY, since a
 * code is for the lesson at hand. A code is the class's word and a number, valid once within twenty minutes (DESIGN A29). It ends earlier
 * with a running lesson of the class. A newer code of the class replaces the student's former one. Refuses a group like
 * `holdGroupForAccount`, students like `studentsWithBadge`, and a class like `takeClassWord`.
 */
export async function issueOneTimeCodes(
  { database, vault }: AppContext,
  caller: LoggedInCaller,
  choice: BadgeChoice,
): Promise<OneTimeCode[]> {
  return database.transaction().execute(async (transaction) => {
    const group = await holdGroupForAccount(transaction, caller.session, { groupId: choice.playerGroupId, needs: "PLAY" });
    return issueCodes(transaction, vault, { caller, group, chosen: chosenStudents(choice) });
  });
}

/**
 * Issues one-time codes for a group. Refuses like `studentsWithBadge` and `takeClassWord`. The caller of this function has checked the
 * rights, and holds the group.
 */
export async function issueCodes(
  transaction: Transaction<Tables>,
  vault: Vault,
  { caller, group, chosen }: { caller: LoggedInCaller; group: ReachableGroup; chosen: Chosen },
): Promise<OneTimeCode[]> {
  const { accountId: createdBy } = caller.session;
  const students = await studentsWithBadge(transaction, group.id, chosen);
  if (students.length === 0) return [];
  const word = await takeClassWord(transaction, group.id);
  const accountIds = students.map(({ id }) => id);
  // The new codes replace the former ones.
  await voidLiveCodes(transaction, { groupId: group.id, chosen: accountIds });
  const codes: OneTimeCode[] = [];
  for (const student of students) {
    const { otpCode, expiresAt } = await insertFreeCode(transaction, vault, { accountId: student.id, group, createdBy, word });
    codes.push({ otpCode, displayName: student.display_name ?? "", userId: student.id, expiresAt: expiresAt.toISOString() });
  }
  await recordForStudents(transaction, caller, { event: "one_time_code_issued", group, accountIds });
  return codes;
}

/**
 * Returns the class's own word, or a free one, or the one that another class has not used longest. Refuses with errors.busy while every word
 * is in use.
 */
async function takeClassWord(transaction: Transaction<Tables>, groupId: string): Promise<string> {
  const own = await touchClassWord(transaction, groupId);
  if (own !== undefined) return own;
  for (let tries = 0; tries < mostWordTries; tries++) {
    const word = newClassWord();
    if (await insertClassWord(transaction, groupId, word)) return word;
  }
  const word = (await insertRemainingWord(transaction, groupId, allClassWords())) ?? (await takeIdleWord(transaction, groupId));
  if (word === undefined) throw new Refusal("errors.busy", { retryAfterSeconds: 60 });
  return word;
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
