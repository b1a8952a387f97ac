import type { AppContext } from "#/context.ts";
import { listLoginTypes } from "#/features/accounts/login-types.ts";
import { writeToOwner } from "#/features/accounts/write-to-owner.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { hasPasswordOrIdentity } from "#/features/federated-login/ways-in.ts";
import { holdOwnAccount } from "#/features/second-factor/prove-second-factor.ts";
import { endSessionsByPasskey } from "#/features/sessions/end-session.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import { revokeTokensOf } from "#/features/tokens/account-families.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { passkeyRemovedLetter } from "./letters.ts";
import { passkeyStep } from "./passkey-step.ts";
import { deletePasskey, findPasskeys } from "./queries.ts";

/**
 * Removes a passkey of the caller and e-mails the owner. Ends the other sessions that a passkey has proved (`byPasskey`), and games' tokens
 * of the login type PASSWORD. Ends half sessions too. A half session that waits for this passkey could otherwise add another without the
 * second factor. Refuses an old login (errors.loginTooOld), another account's passkey (errors.notFound), and the last working way in
 * (errors.lastLoginMethod, docs/decisions/0027). Refuses the last passkey that an organization requires (errors.passkeyDemanded). A copied
 * passkey is no way in, so it can always go.
 */
export async function removePasskey(context: AppContext, caller: LoggedInCaller, { passkeyId }: { passkeyId: string }): Promise<void> {
  const { accountId, digest } = caller.session;
  await context.database.transaction().execute(async (transaction) => {
    await holdOwnAccount(transaction, caller);
    await requireRecentLogin(transaction, caller.session);
    const own = await findPasskeys(transaction, accountId);
    const gone = own.find(({ id }) => id === passkeyId);
    if (gone === undefined) throw new Refusal("errors.notFound");
    const isOnly = gone.copied_at === null && own.every(({ id, copied_at }) => id === passkeyId || copied_at !== null);
    if (isOnly && !(await hasPasswordOrIdentity(context, transaction, accountId))) throw new Refusal("errors.lastLoginMethod");
    if (isOnly && (await mustKeepPasskey(transaction, accountId))) throw new Refusal("errors.passkeyDemanded");
    await deletePasskey(transaction, passkeyId);
    await endSessionsByPasskey(transaction, { accountId, except: digest });
    // Towards games a login by passkey has the type PASSWORD.
    await revokeTokensOf(transaction, { accountId, loginType: "PASSWORD", because: "ACCOUNT" });
    await writeToOwner(context, transaction, { accountId, name: "passkeyRemoved", write: passkeyRemovedLetter });
    await recordEvent(transaction, caller, { event: "passkey_removed", actorId: accountId, targetId: accountId });
  });
}

/** Only a password needs a passkey beside it. A login at a provider is a proof of its own (docs/decisions/0073). */
async function mustKeepPasskey(database: Database, accountId: string): Promise<boolean> {
  if ((await passkeyStep(database, accountId)) === "none") return false;
  return (await listLoginTypes(database, accountId)).includes("PASSWORD");
}
