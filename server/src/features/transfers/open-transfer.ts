import type { openTransfer as endpoint } from "@storyport/contract/transfers";
import type { Transaction } from "kysely";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { holdAccount, holdAccounts } from "#/features/accounts/hold-account.ts";
import { nameSender } from "#/features/accounts/name-sender.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { holdGroupForAccount } from "#/features/player-groups/hold-group-for-account.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { postLetter } from "#/platform/mail/outbox.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf, newSecret } from "#/platform/secrets.ts";
import { takeAttempt, throttleKey } from "#/platform/throttle.ts";
import type { ThrottlePolicy } from "#/platform/throttle.ts";
import { transferLetter } from "./letters.ts";
import { findLeavingStudent, insertTransfer } from "./queries.ts";

type Opening = { playerGroupId: string } & z.output<typeof endpoint.body>;

const lifeSeconds = 14 * 24 * 3600;

/** Limits the letters of each teacher, who may write to any address. A refused transfer does not count. */
const letterPolicy: ThrottlePolicy = { free: 20, firstWaitSeconds: 3600, longestWaitSeconds: 3600, stopAt: 40, windowSeconds: 24 * 3600 };

/**
 * Offers a student of a class to another school, by a link that works once within fourteen days. Needs OWNER. With an address it is also
 * sent there. Refuses an account that is no active student of the class as not found. Refuses an account that is more than a student with
 * errors.transferNotStudent. Refuses a second open transfer with errors.transferOpen, too many letters with errors.tooManyAttempts,
 * and a class like `holdGroupForAccount`.
 */
export async function openTransfer(
  context: AppContext,
  caller: LoggedInCaller,
  opening: Opening,
): Promise<{ id: string; link: string; expiresAt: string }> {
  const { playerGroupId, studentUserId: accountId, email } = opening;
  const { accountId: openedBy } = caller.session;
  return context.database.transaction().execute(async (transaction) => {
    // If the caller leaves the school meanwhile, this transfer is withdrawn too, or the caller has no class any more.
    await holdAccount(transaction, openedBy, "share");
    const { organizationId } = await holdGroupForAccount(transaction, caller.session, { groupId: playerGroupId, needs: "OWNER" });
    // An erasure by an administrator does not lock the class, and must not leave a transfer behind.
    await holdAccounts(transaction, [accountId], "key share");
    const student = await findLeavingStudent(transaction, { accountId, playerGroupId });
    if (student === undefined || !student.is_member || student.status !== "ACTIVE") throw new Refusal("errors.notFound");
    if (!student.is_only_student) throw new Refusal("errors.transferNotStudent");
    if (email !== undefined) await takeAttempt(transaction, throttleKey("transfer-letter", openedBy), letterPolicy);
    const token = newSecret();
    const place = { organizationId, playerGroupId, accountId, playerId: student.player_id };
    const opened = await insertTransfer(transaction, { ...place, digest: digestOf(token), openedBy, validForSeconds: lifeSeconds });
    if (opened === undefined) throw new Refusal("errors.transferOpen");
    const link = `${context.settings.publicUrl}/transfers/${token}`;
    if (email !== undefined) await writeTo(context, transaction, { caller, email, organizationId, link, expiresAt: opened.expires_at });
    await recordEvent(transaction, caller, {
      event: "transfer_opened",
      actorId: openedBy,
      targetId: accountId,
      organizationId,
      details: { playerGroupId, byLetter: email !== undefined },
    });
    return { id: opened.id, link, expiresAt: opened.expires_at.toISOString() };
  });
}

interface Writing {
  caller: LoggedInCaller;
  email: string;
  organizationId: string;
  link: string;
  expiresAt: Date;
}

/** Writes in the sender's language, because the portal does not say whether it knows the reader. */
async function writeTo(
  { settings }: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  { caller, email, organizationId, link, expiresAt }: Writing,
): Promise<void> {
  const { accountId: actorId, locale } = caller.session;
  const sender = await nameSender(transaction, { actorId, organizationId });
  await postLetter(transaction, {
    accountId: null,
    recipient: email,
    name: "transfer",
    letter: transferLetter(settings, { locale, sender, link, expiresAt }),
    validForSeconds: lifeSeconds,
  });
}
