import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { nameSender } from "#/features/accounts/name-sender.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { postLetter } from "#/platform/mail/outbox.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf, newSecret } from "#/platform/secrets.ts";
import { emailProposedLetter } from "./letters.ts";
import { countLettersTo, findProposal, isEmailTaken, upsertProposal } from "./queries.ts";

const day = 24 * 3600;
const validForSeconds = 7 * day;
const mostLettersADay = 3;

export interface Proposing {
  account: { id: string; email: string | null; status: string; default_locale: string; display_name: string | null };
  /** The proposed address. */
  email: string;
  caller: LoggedInCaller;
  /**
   * The organization through which the caller reaches the account. Undefined for an administrator, who changes the address without
   * proposing. So the letter names a school in practice.
   */
  organizationId: string | undefined;
}

/**
 * Proposes another address for an account whose owner has logged in (DESIGN A26). The caller's transaction holds the account.
 * Nothing changes until the present address, the owner in the profile, or an administrator confirms. A newer proposal replaces
 * the former one. Refuses a taken address (errors.emailTaken), and a fourth e-mail a day (errors.tooManyAttempts).
 */
export async function proposeEmail(context: AppContext, transaction: Transaction<Tables>, proposing: Proposing): Promise<void> {
  const { account, email, caller, organizationId } = proposing;
  if (await isEmailTaken(transaction, email)) throw new Refusal("errors.emailTaken");
  const token = newSecret();
  const { accountId: proposedBy } = caller.session;
  await upsertProposal(transaction, { accountId: account.id, email, digest: digestOf(token), proposedBy, organizationId, validForSeconds });
  // A deactivated owner gets no link.
  if (account.email !== null && account.status !== "DEACTIVATED") {
    await writeToPresentAddress(context, transaction, { account: { ...account, email: account.email }, token });
  }
  await recordEvent(transaction, caller, {
    event: "email_change_proposed",
    actorId: proposedBy,
    targetId: account.id,
    organizationId,
  });
}

async function writeToPresentAddress(
  { settings }: AppContext,
  transaction: Transaction<Tables>,
  { account, token }: { account: Proposing["account"] & { email: string }; token: string },
): Promise<void> {
  const written = await countLettersTo(transaction, { recipient: account.email, letter: "emailProposed" });
  // After a day at the latest the oldest of these letters no longer counts.
  if (written >= mostLettersADay) throw new Refusal("errors.tooManyAttempts", { retryAfterSeconds: day });
  // The row has the expiry by the database's clock.
  const proposal = await findProposal(transaction, { accountId: account.id });
  const { school } = await nameSender(transaction, { organizationId: proposal?.organization_id ?? undefined });
  await postLetter(transaction, {
    accountId: account.id,
    recipient: account.email,
    name: "emailProposed",
    letter: emailProposedLetter(settings, {
      locale: account.default_locale,
      displayName: account.display_name,
      organization: school ?? settings.brand.productName,
      email: proposal?.email ?? "",
      token,
      expiresAt: proposal?.expires_at ?? new Date(),
    }),
    validForSeconds,
  });
}
