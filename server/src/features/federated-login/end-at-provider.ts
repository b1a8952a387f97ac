/** Logging out at the provider too (OpenID Connect RP-Initiated Logout 1.0), if the provider's rules demand it. */
import { setTimeout } from "node:timers/promises";
import * as openid from "openid-client";
import type { Transaction } from "kysely";
import type { Provider } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { sessionDigest } from "#/features/sessions/session-digest.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { providerRules } from "./provider-rules.ts";
import { findProviderLogin, insertProviderLogin } from "./queries.ts";

/** Longer than any provider's ID token; the token travels in a URL. */
const longestIdToken = 6000;

export interface KeptLogin {
  provider: Provider;
  sealedIdToken: Buffer;
}

/** Seals the provider's ID token if the logout will need it. Call it outside a transaction, since it may fetch from the provider. */
export async function sealForLogout(
  { providers, vault }: AppContext,
  { provider, idToken }: { provider: Provider; idToken: string },
): Promise<KeptLogin | undefined> {
  if (!providerRules[provider].endsThere || idToken.length > longestIdToken) return undefined;
  const configuration = await providers.find(provider);
  if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
  return { provider, sealedIdToken: vault.seal(idToken) };
}

/** Keeps the login until the session ends. */
export async function keepForLogout(transaction: Transaction<Tables>, sessionSecret: string, login: KeptLogin): Promise<void> {
  await insertProviderLogin(transaction, { sessionDigest: sessionDigest(sessionSecret), ...login });
}

/** Call it before the session ends, because the row goes with the session. */
export async function findKeptLogin(database: Database, digest: Buffer): Promise<KeptLogin | undefined> {
  const row = await findProviderLogin(database, digest);
  return row === undefined ? undefined : { provider: row.provider, sealedIdToken: row.sealed_id_token };
}

/** A user who logs out waits at most so long for the provider's metadata. It is cached for an hour, so few users wait. */
const longestWaitMs = 1000;

/**
 * Returns the provider's published logout page. Returns undefined if its metadata cannot be fetched within a second, or the token not
 * opened. The caller has already ended the session, so a failure only skips the provider.
 */
export async function logoutAddress(
  { providers, vault, settings, log }: AppContext,
  { provider, sealedIdToken }: KeptLogin,
): Promise<string | undefined> {
  const given = new AbortController();
  try {
    // A late answer is cached for the next logout.
    const configuration = await Promise.race([providers.find(provider), overdue(given.signal)]);
    return openid.buildEndSessionUrl(configuration, {
      id_token_hint: vault.open(sealedIdToken),
      post_logout_redirect_uri: `${settings.publicUrl}/login`,
    }).href;
  } catch (error) {
    log.warn({ provider, err: error }, "could not lead to the provider's logout");
    return undefined;
  } finally {
    given.abort();
  }
}

async function overdue(signal: AbortSignal): Promise<never> {
  await setTimeout(longestWaitMs, undefined, { signal });
  throw new Error(`no answer within ${longestWaitMs} ms`);
}
