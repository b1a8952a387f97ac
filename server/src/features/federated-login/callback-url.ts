import { finishLogins } from "@storyport/contract/federated-login";
import { endpointUrl } from "@storyport/contract/endpoint";
import type { Provider } from "@storyport/contract/providers";
import type { Settings } from "#/platform/settings.ts";

/**
 * Each provider has its own callback URL, so that its answer cannot pass as another provider's (RFC 9700, section 4.4). The URL
 * comes from our settings, never from a request.
 */
export function callbackUrl({ publicUrl }: Pick<Settings, "publicUrl">, provider: Provider): URL {
  return new URL(endpointUrl(finishLogins[provider]), publicUrl);
}
