import type { AppContext } from "#/context.ts";
import { letterFor } from "#/features/passwords/letter-for.ts";
import { sendActivationLink } from "#/features/passwords/send-activation-link.ts";
import { sendResetLink } from "#/features/passwords/send-reset-link.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { holdWholeUser, organizationOf } from "./user-in-reach.ts";

const hour = 3600;

/**
 * Sends the owner the letter that the account needs; the sender never sees the link. Refuses an account without an address
 * (errors.emailRequired). Refuses a deactivated account, and an account without a password to set (errors.statusNotAllowed). Refuses more
 * than three letters an hour (errors.tooManyAttempts). Refuses each account that `holdWholeUser` refuses.
 */
export async function sendUserLink(
  context: AppContext,
  caller: LoggedInCaller,
  userId: string,
): Promise<{ purpose: "ACTIVATION" | "RESET"; email: string }> {
  return context.database.transaction().execute(async (transaction) => {
    const user = await holdWholeUser(transaction, caller.session, userId);
    const purpose = letterFor(user);
    if (purpose === undefined) throw new Refusal("errors.statusNotAllowed");
    const { id, email, default_locale, display_name } = user;
    if (email === null) throw new Refusal("errors.emailRequired");
    const by = { actorId: caller.session.accountId, organizationId: organizationOf(user) };
    const sending = { account: { id, email, default_locale, display_name }, caller, by };
    // The letter names only the school, because another colleague may have created the account.
    const sender = { organizationId: by.organizationId ?? onlyOne(user.organization_ids) };
    const token =
      purpose === "ACTIVATION"
        ? await sendActivationLink(context, transaction, { ...sending, reason: user.status === "CREATED" ? "invited" : "sent", sender })
        : await sendResetLink(context, transaction, {
            ...sending,
            reason: "sent",
            passwordWorks: user.has_password && !user.password_expired,
          });
    if (token === undefined) throw new Refusal("errors.tooManyAttempts", { retryAfterSeconds: hour });
    return { purpose, email };
  });
}

function onlyOne(ids: readonly string[]): string | undefined {
  return ids.length === 1 ? ids[0] : undefined;
}
