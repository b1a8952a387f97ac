import type { Provider } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { holdActiveAccount } from "#/features/accounts/hold-account.ts";
import { addLoginTypes } from "#/features/accounts/login-types.ts";
import { countChange, updateFeideServices } from "#/features/accounts/update-account.ts";
import { writeToOwner } from "#/features/accounts/write-to-owner.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { hasPasskey } from "#/features/passkeys/has-passkey.ts";
import { rolesOf } from "#/features/rights/roles-of.ts";
import { createSessionFinder } from "#/features/sessions/find-session.ts";
import { holdSession } from "#/features/sessions/hold-session.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Caller, LoggedInCaller, Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import type { Arrival } from "./arrival.ts";
import { identityConnectedLetter } from "./letters.ts";
import { insertIdentity } from "./queries.ts";
import { fits } from "./read-feide-person.ts";
import { startLogin } from "./start-login.ts";
import type { StartedLogin } from "./start-login.ts";

/**
 * Begins to connect an identity to the caller's account. Needs a recent login (errors.loginTooOld; DESIGN A18). A session that must
 * prove a passkey uses it first, if the account has a passkey (errors.passkeyNeeded). Refuses like `startLogin`.
 */
export async function beginConnecting(
  context: AppContext,
  caller: LoggedInCaller,
  { provider }: { provider: Provider },
): Promise<StartedLogin> {
  await requireRecentLogin(context.database, caller.session);
  await requireProvedPasskey(context.database, caller.session);
  return startLogin(context, caller, { provider, deviceName: undefined, linkingAccountId: caller.session.accountId });
}

/**
 * Otherwise the thief of a password could connect an identity of their own. A login at a provider needs no passkey, so the thief could
 * come back after the end of the session (docs/decisions/0082).
 */
async function requireProvedPasskey(database: Database, { accountId, passkeyDue }: Session): Promise<void> {
  if (passkeyDue !== undefined && (await hasPasskey(database, accountId))) throw new Refusal("errors.passkeyNeeded");
}

export interface Connecting {
  arrival: Arrival;
  /** The account that began the connection. */
  accountId: string;
  /** The session of the browser that returns. */
  sessionSecret: string | undefined;
}

/**
 * Connects the identity and e-mails the owner, unless the account had the identity already. The returning browser must still be logged in
 * to the account that began the connection (errors.providerLoginStale). Its session is refused if it still has to prove a passkey that the
 * account has (errors.passkeyNeeded). The account must be active (errors.userNotActive). An identity of another account stays there
 * (errors.identityTaken). An identity whose affiliation contradicts the account's roles could not log in, so it is refused
 * (errors.affiliationMismatch).
 */
export async function connectIdentity(context: AppContext, caller: Caller, connecting: Connecting): Promise<void> {
  const { accountId, sessionSecret, arrival } = connecting;
  const { identified, feide } = arrival;
  const session = sessionSecret === undefined ? undefined : await createSessionFinder(context)(sessionSecret);
  // A support view sees what the owner sees, and must not add a way to log in.
  if (session?.accountId !== accountId || session.stage !== "FULL" || session.supportView !== undefined)
    throw new Refusal("errors.providerLoginStale");
  await context.database.transaction().execute(async (transaction) => {
    if ((await holdActiveAccount(transaction, accountId)) === undefined) throw new Refusal("errors.userNotActive");
    if (!(await holdSession(transaction, session))) throw new Refusal("errors.providerLoginStale");
    await requireProvedPasskey(transaction, session);
    if (feide !== undefined && !fits(feide.affiliation, await rolesOf(transaction, accountId))) {
      throw new Refusal("errors.affiliationMismatch");
    }
    const outcome = await insertIdentity(transaction, accountId, { ...identified, affiliation: feide?.affiliation });
    if (outcome === "taken") throw new Refusal("errors.identityTaken");
    await addLoginTypes(transaction, [accountId], [identified.provider]);
    if (feide !== undefined) await updateFeideServices(transaction, accountId, feide.services);
    // The account had this identity already, so there is nothing to tell its owner.
    if (outcome === "own") return;
    // An open form about the account must not save its login types without this provider, which would disconnect it.
    await countChange(transaction, accountId);
    const { provider } = identified;
    const write = identityConnectedLetter(provider);
    await writeToOwner(context, transaction, { accountId, name: "identityConnected", write });
    const details = { provider };
    await recordEvent(transaction, caller, { event: "identity_connected", actorId: accountId, targetId: accountId, details });
  });
}
