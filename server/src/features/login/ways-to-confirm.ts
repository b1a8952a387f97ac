import type { waysToConfirm as endpoint } from "@storyport/contract/confirmations";
import type { ResponseOf } from "@storyport/contract/endpoint";
import type { AppContext } from "#/context.ts";
import { listOwnIdentities } from "#/features/federated-login/list-identities.ts";
import { providerRules } from "#/features/federated-login/provider-rules.ts";
import { hasWorkingPassword } from "#/features/federated-login/ways-in.ts";
import { hasPasskey } from "#/features/passkeys/has-passkey.ts";
import { secondFactorStatus } from "#/features/second-factor/second-factor-status.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";

type Ways = ResponseOf<typeof endpoint>;

/**
 * Returns how the caller can confirm the login, by what proves as much as the login did (docs/decisions/0074). A session that a passkey has
 * proved (`byPasskey`) stands for two factors. So a password or a provider then needs the code of a second factor. A provider that proves no
 * time is the last resort. Without any way the caller must log in again.
 */
export async function waysToConfirm(context: AppContext, caller: LoggedInCaller): Promise<Ways> {
  const { database } = context;
  const { session } = caller;
  const [own, passkey, { enrolled }] = await Promise.all([
    listOwnIdentities(context, caller),
    hasPasskey(database, session.accountId),
    secondFactorStatus(context, caller),
  ]);
  if (session.byPasskey && !enrolled) return { password: false, passkey, providers: [], code: false };
  const connected = new Set(own.identities.map(({ provider }) => provider));
  const offered = own.providers.filter((provider) => connected.has(provider));
  const proving = offered.filter((provider) => providerRules[provider].provesLoginTime);
  const isEnough = passkey || proving.length > 0 || offered.length === 0 || (await hasWorkingPassword(database, session.accountId));
  const providers = isEnough ? proving : offered;
  // An expired password is offered too, because its refusal mails a link for a new password.
  return { password: own.hasPassword, passkey, providers, code: enrolled && (own.hasPassword || providers.length > 0) };
}

/**
 * Refuses a session that a passkey has proved, if its account has no second factor (errors.confirmAnotherWay). With a second factor, the
 * caller of this function must check its code.
 */
export async function requireStrongEnough(context: AppContext, caller: LoggedInCaller): Promise<void> {
  if (!caller.session.byPasskey) return;
  if (!(await secondFactorStatus(context, caller)).enrolled) throw new Refusal("errors.confirmAnotherWay");
}
