import type { waysToConfirm as endpoint } from "@storyport/contract/confirmations";
import type { ResponseOf } from "@storyport/contract/endpoint";
import type { AppContext } from "#/context.ts";
import { listOwnIdentities } from "#/features/federated-login/list-identities.ts";
import { secondFactorStatus } from "#/features/second-factor/second-factor-status.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";

/** Returns how the caller can confirm the login. Without a password and a provider the caller must log in again. */
export async function waysToConfirm(context: AppContext, caller: LoggedInCaller): Promise<ResponseOf<typeof endpoint>> {
  const [{ providers, hasPassword, identities }, { enrolled }] = await Promise.all([
    listOwnIdentities(context, caller),
    secondFactorStatus(context, caller),
  ]);
  const connected = new Set(identities.map(({ provider }) => provider));
  return { password: hasPassword, providers: providers.filter((provider) => connected.has(provider)), code: enrolled };
}
