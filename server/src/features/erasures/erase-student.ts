import { randomInt } from "node:crypto";
import type { ErasedCounts, Erasure, ErasureAsker } from "@storyport/contract/erasures";
import type { AppContext } from "#/context.ts";
import { erasePerson } from "#/features/accounts/erase-person.ts";
import type { ErasedData } from "#/features/accounts/erase-person.ts";
import { holdStudents } from "#/features/accounts/hold-account.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { ownedStudent } from "#/features/players/owned-student.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { getErasure } from "./get-erasure.ts";
import { findRecentErasure, holdClassesOf, insertErasure } from "./queries.ts";

export interface ErasureWish {
  studentUserId: string;
  askedBy: ErasureAsker;
}

/**
 * Erases a student on request and returns the receipt. Needs OWNER on a class of the student, or an administrator. The account's
 * row stays without personal data, as after every deletion; players that only the student played lose their name. The receipt
 * and the history keep the account's id, and no name. The same caller gets the same receipt again for an hour. An answer may be lost on
 * its way, and without its number no caller finds the receipt. For other callers the student is gone. Needs a recent login
 * (errors.loginTooOld). Refuses like `ownedStudent`.
 */
export async function eraseStudent(context: AppContext, caller: LoggedInCaller, wish: ErasureWish): Promise<Erasure> {
  await requireRecentLogin(context.database, caller.session);
  try {
    return await eraseOnce(context, caller, wish);
  } catch (error) {
    const isGone = error instanceof Refusal && error.code === "errors.notFound";
    const repeated = { accountId: wish.studentUserId, erasedBy: caller.session.accountId };
    const number = isGone ? await findRecentErasure(context.database, repeated) : undefined;
    if (number === undefined) throw error;
    return await getErasure(context, caller.session, number);
  }
}

async function eraseOnce(context: AppContext, caller: LoggedInCaller, wish: ErasureWish): Promise<Erasure> {
  const { studentUserId, askedBy } = wish;
  const { accountId: actorId } = caller.session;
  return context.database.transaction().execute(async (transaction) => {
    // Once before the locks, so that a caller without the right blocks no other call. Again after them, because the class may have changed.
    await ownedStudent(transaction, caller.session, studentUserId);
    await holdStudents(transaction, [studentUserId], () => holdClassesOf(transaction, studentUserId));
    const { sharedPlayers, organizationId, ...student } = await ownedStudent(transaction, caller.session, studentUserId);
    const by = isAdministrator(caller.session) ? "PLATFORM" : "SCHOOL";
    const erased = countsOf(await erasePerson(context, transaction, { ...student, by }), sharedPlayers);
    const number = newNumber();
    await insertErasure(transaction, { number, organizationId, accountId: student.id, erasedBy: actorId, askedBy, erased });
    await recordEvent(transaction, caller, {
      event: "account_deleted",
      actorId,
      targetId: student.id,
      organizationId,
      details: { receipt: number, askedBy },
    });
    return getErasure({ ...context, database: transaction }, caller.session, number);
  });
}

/** In Crockford's base 32 no two characters look alike. Eight random characters have 40 bits, so a number cannot be guessed. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function newNumber(): string {
  return Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** The links to players (`account_players`) are left out, because the players themselves are counted. */
function countsOf({ anonymizedPlayers, rows }: ErasedData, sharedPlayers: number): ErasedCounts {
  const { badges, one_time_codes: oneTimeCodes, sessions, token_families, game_codes, account_players: _, ...others } = rows;
  return {
    players: anonymizedPlayers,
    sharedPlayers,
    badges,
    oneTimeCodes,
    sessions,
    gameLogins: token_families + game_codes,
    other: Object.values(others).reduce((sum, count) => sum + count, 0),
  };
}
