import type { Transaction } from "kysely";
import type { Provider } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { holdActiveAccount } from "#/features/accounts/hold-account.ts";
import { addLoginTypes, listLoginTypes, removeLoginTypes } from "#/features/accounts/login-types.ts";
import { countChange, updateFeideServices } from "#/features/accounts/update-account.ts";
import { writeToOwner } from "#/features/accounts/write-to-owner.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { allowsPasskey } from "#/features/passkeys/allows-passkey.ts";
import { hasPasskey } from "#/features/passkeys/has-passkey.ts";
import { endSessionsBegunBy } from "#/features/sessions/end-session.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import { revokeTokensOf } from "#/features/tokens/account-families.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { identityDisconnectedLetter } from "./letters.ts";
import { deleteIdentity, listIdentities } from "./queries.ts";
import { hasWorkingPassword } from "./ways-in.ts";

/**
 * Disconnects an identity from the caller's account and e-mails the owner. Ends the other sessions that logins by that identity, or by an
 * unrecorded identity of the provider, began. Ends all tokens of such logins. The last identity of a provider ends all other logins at it.
 * Refuses an old login (errors.loginTooOld), and another account's identity (errors.notFound). Refuses the last working login type
 * (errors.lastLoginMethod, docs/decisions/0027), and an account that is no longer active (errors.notLoggedIn).
 */
export async function disconnectIdentity(
  context: AppContext,
  caller: LoggedInCaller,
  { identityId }: { identityId: string },
): Promise<void> {
  const { accountId, digest } = caller.session;
  await context.database.transaction().execute(async (transaction) => {
    if ((await holdActiveAccount(transaction, accountId)) === undefined) throw new Refusal("errors.notLoggedIn");
    await requireRecentLogin(transaction, caller.session);
    const identities = await listIdentities(transaction, accountId);
    const gone = identities.find(({ id }) => id === identityId);
    if (gone === undefined) throw new Refusal("errors.notFound");
    const others = identities.filter(({ id }) => id !== identityId);
    const isLastWay = others.every(({ provider }) => !context.providers.names.includes(provider));
    const hasOwnWay = (await hasWorkingPassword(transaction, accountId)) || (await hasPasskey(transaction, accountId));
    if (isLastWay && !hasOwnWay) throw new Refusal("errors.lastLoginMethod");
    await deleteIdentity(transaction, identityId);
    const isLastOfProvider = others.every(({ provider }) => provider !== gone.provider);
    if (isLastOfProvider) await closeProvider(transaction, accountId, gone.provider);
    // An open form about the account shows its login types.
    await countChange(transaction, accountId);
    const begunBy = { accountId, loginType: gone.provider, identityId: isLastOfProvider ? undefined : identityId };
    await endSessionsBegunBy(transaction, { ...begunBy, except: digest });
    await revokeTokensOf(transaction, { ...begunBy, because: "ACCOUNT" });
    const write = identityDisconnectedLetter(gone);
    await writeToOwner(context, transaction, { accountId, name: "identityDisconnected", write });
    const details = { provider: gone.provider };
    await recordEvent(transaction, caller, { event: "identity_disconnected", actorId: accountId, targetId: accountId, details });
  });
}

async function closeProvider(transaction: Transaction<Tables>, accountId: string, provider: Provider): Promise<void> {
  await removeLoginTypes(transaction, accountId, [provider]);
  // If no login type of a person is left, a passkey is the last way in. It needs such a type, and PASSWORD stands for the account's own means.
  const left = await listLoginTypes(transaction, accountId);
  if (!allowsPasskey(left)) await addLoginTypes(transaction, [accountId], ["PASSWORD"]);
  if (provider === "FEIDE") await updateFeideServices(transaction, accountId, []);
}
