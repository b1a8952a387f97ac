/** The metadata documents (RFC 8414, OpenID Connect Discovery) and the key set, for stock OAuth libraries. */
import type { FastifyInstance } from "fastify";
import { endpointUrl } from "@storyport/contract/endpoint";
import { logOutByGame } from "@storyport/contract/login";
import { requestDeviceCode } from "@storyport/contract/seats";
import { deviceGrantType, getUserinfo, issueTokens, revokeToken } from "@storyport/contract/tokens";
import { tokenScopes } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { anyOrigin, openDocument } from "#/platform/http/cross-origin.ts";
import { promptValues } from "./prompt-values.ts";

/** Adds the documents by which OAuth libraries find the endpoints and the keys. */
export function registerMetadata(app: FastifyInstance, context: AppContext): void {
  const { publicUrl } = context.settings;
  const document = {
    ...metadata(publicUrl),
    end_session_endpoint: publicUrl + endpointUrl(logOutByGame),
    device_authorization_endpoint: publicUrl + endpointUrl(requestDeviceCode),
    grant_types_supported: ["authorization_code", "refresh_token", deviceGrantType],
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    prompt_values_supported: promptValues,
  };
  publish(app, "/.well-known/oauth-authorization-server", async () => document);
  publish(app, "/.well-known/openid-configuration", async () => document);
  publish(app, "/.well-known/jwks.json", async () => ({ keys: (await context.keys.published()).map(({ jwk }) => jwk) }));
}

/** Adds a public document. Any origin may read it, and cache it for five minutes. */
function publish(app: FastifyInstance, url: string, read: () => Promise<object>): void {
  openDocument(app, url);
  app.get(url, { schema: { hide: true }, exposeHeadRoute: true }, async (_request, reply) => {
    return reply.headers({ ...anyOrigin, "cache-control": "public, max-age=300" }).send(await read());
  });
}

/** What the portal and a conformance run, which has the portal's layout, both support. */
export function metadata(issuer: string): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/game-login`,
    token_endpoint: issuer + endpointUrl(issueTokens),
    userinfo_endpoint: issuer + endpointUrl(getUserinfo),
    revocation_endpoint: issuer + endpointUrl(revokeToken),
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    scopes_supported: ["openid", "profile", "email", ...tokenScopes],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
    revocation_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    subject_types_supported: ["public", "pairwise"],
    id_token_signing_alg_values_supported: ["ES256"],
    claim_types_supported: ["normal"],
    claims_supported: ["iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "at_hash", "sid", "name", "locale", "email"],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    // Its default is true.
    request_uri_parameter_supported: false,
  };
}
