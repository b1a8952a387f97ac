/**
 * The login providers as OpenID Connect servers. Their metadata is fetched on first use and cached for an hour; a failed fetch
 * is not cached.
 */
import { providers as allProviders } from "@storyport/contract/vocabulary";
import type { Provider } from "@storyport/contract/vocabulary";
import * as openid from "openid-client";
import type { Clock } from "#/platform/clock.ts";
import { Refusal } from "#/platform/refusal.ts";
import type { ProviderSettings, ProvidersSettings } from "#/platform/provider-settings.ts";

export interface Providers {
  /** The configured providers, in the order of display. */
  readonly names: readonly Provider[];
  /** Refuses with errors.providerOff and errors.providerAway. */
  find(provider: Provider): Promise<openid.Configuration>;
}

/** The timeout of each request to a provider, so that a slow one does not block our answers. */
const timeoutSeconds = 5;
/** The limit of each answer of a provider. Metadata, keys and the members of a class have some kilobytes. */
const maxAnswerBytes = 1_048_576;
const keptForMs = 60 * 60_000;
/** Only asymmetric algorithms. With HS256 the provider's public key or our own secret could sign. */
const allowedAlgorithms = ["RS256", "ES256", "PS256"];

interface Kept {
  configuration: Promise<openid.Configuration>;
  until: number;
}

export function createProviders(settings: ProvidersSettings, clock: Clock): Providers {
  const kept = new Map<Provider, Kept>();
  return {
    names: allProviders.filter((provider) => settings[provider] !== undefined),
    async find(provider) {
      const own = settings[provider];
      if (own === undefined) throw new Refusal("errors.providerOff");
      const now = clock.now().getTime();
      const former = kept.get(provider);
      if (former !== undefined && former.until > now) return former.configuration;
      const entry = { configuration: discover(own), until: now + keptForMs };
      kept.set(provider, entry);
      try {
        return await entry.configuration;
      } catch (error) {
        if (kept.get(provider) === entry) kept.delete(provider);
        throw error;
      }
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<openid.Configuration> {
  // oxlint-disable-next-line typescript/no-deprecated -- marked so that it stands out: http is the stand-ins', refused in production
  const allowHttp = openid.allowInsecureRequests;
  const options = {
    timeout: timeoutSeconds,
    execute: issuer.startsWith("http:") ? [allowHttp] : [],
    [openid.customFetch]: fetchUpToLimit,
  };
  const found = await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, options).catch((error: unknown) => {
    throw new Refusal("errors.providerAway", { reason: error instanceof Error ? error.message : "discovery failed" });
  });
  // A configuration cannot be changed, so a second one has fewer algorithms, and the authentication that the provider supports.
  // `supportsPKCE` is a method that the library adds, and no metadata.
  const { supportsPKCE: _, ...published } = found.serverMetadata();
  const algorithms = published.id_token_signing_alg_values_supported?.filter((name) => allowedAlgorithms.includes(name)) ?? ["RS256"];
  const authentication = (published.token_endpoint_auth_methods_supported ?? []).includes("client_secret_post")
    ? openid.ClientSecretPost(clientSecret)
    : openid.ClientSecretBasic(clientSecret);
  const metadata = { ...published, id_token_signing_alg_values_supported: algorithms };
  const configuration = new openid.Configuration(metadata, clientId, clientSecret, authentication);
  configuration.timeout = timeoutSeconds;
  configuration[openid.customFetch] = fetchUpToLimit;
  // Without it the library skips the signature of tokens that come directly from the provider.
  openid.enableNonRepudiationChecks(configuration);
  // oxlint-disable-next-line typescript/no-deprecated -- as above
  for (const allow of options.execute) allow(configuration);
  return configuration;
}

/** The library reads a whole answer before it looks at it. So the answer breaks off where it exceeds the limit. */
const fetchUpToLimit: openid.CustomFetch = async (url, { body = null, ...options }) => {
  const answer = await fetch(url, { ...options, body });
  if (answer.body === null) return answer;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxAnswerBytes) throw new Error(`A provider's answer exceeds ${maxAnswerBytes} bytes.`);
      controller.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(limit), answer);
};
