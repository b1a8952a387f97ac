import type { Identity } from "@storyport/contract/federated-login";
import type { Provider } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { findPassword, listIdentities } from "./queries.ts";

export interface WaysIn {
  providers: Provider[];
  hasPassword: boolean;
  identities: Identity[];
}

/** Returns the portal's providers, the caller's connected identities, and whether the account has a password to log in by, even if expired. */
export async function listOwnIdentities({ database, providers }: AppContext, caller: LoggedInCaller): Promise<WaysIn> {
  const { accountId } = caller.session;
  const [rows, password] = await Promise.all([listIdentities(database, accountId), findPassword(database, accountId)]);
  const identities = rows.map(({ id, provider, label, created_at, last_used_at }) => ({
    id,
    provider,
    ...(label === null ? {} : { label }),
    connectedAt: created_at.toISOString(),
    ...(last_used_at === null ? {} : { lastUsedAt: last_used_at.toISOString() }),
  }));
  return { providers: [...providers.names], hasPassword: password !== undefined, identities };
}
