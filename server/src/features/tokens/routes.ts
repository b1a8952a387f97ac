import * as contract from "@storyport/contract/tokens";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { Refusal } from "#/platform/refusal.ts";
import { authenticateClient } from "./authenticate-client.ts";
import { byBearer, challenging } from "./bearer.ts";
import { accessTokenSeconds } from "./issue-access-token.ts";
import { listTokenRights } from "./list-token-rights.ts";
import { narrowScope } from "./narrow-scope.ts";
import { redeemDeviceCode } from "./redeem-device-code.ts";
import { redeemGameCode } from "./redeem-game-code.ts";
import { readUserinfo } from "./read-userinfo.ts";
import { refreshTokens } from "./refresh-tokens.ts";
import type { IssuedTokens } from "./refresh-tokens.ts";
import { requireParameters } from "./require-parameters.ts";
import { revokeToken } from "./revoke-token.ts";

export function tokenRoutes(add: AddRoute, context: AppContext): void {
  add(contract.issueTokens, async ({ body, caller, request, reply }) => {
    // Beside `cache-control: no-store` (RFC 6749, section 5.1).
    reply.header("pragma", "no-cache");
    const clientId = authenticateClient(context, { request, body });
    const { grant_type: grantType } = requireParameters({ grant_type: body.grant_type });
    switch (grantType) {
      case "authorization_code":
        return toAnswer(
          await redeemGameCode(context, caller, {
            clientId,
            code: body.code,
            redirectUri: body.redirect_uri,
            verifier: body.code_verifier,
          }),
        );
      case "refresh_token":
        return toAnswer(await refreshTokens(context, caller, { clientId, refreshToken: body.refresh_token, scope: body.scope }));
      case contract.deviceGrantType:
        return toAnswer(await redeemDeviceCode(context, caller, { clientId, deviceCode: body.device_code }));
      default:
        throw new Refusal("errors.grantTypeUnsupported");
    }
  });

  const realm = context.settings.publicUrl;
  add(contract.narrowScope, ({ body, caller, reply }) => challenging(reply, realm, () => narrowScope(context, caller, body)));
  add(contract.listTokenRights, ({ query, ...http }) => byBearer(http, realm, (token) => listTokenRights(context, token, query)));

  add(contract.getUserinfo, (http) => byBearer(http, realm, (token) => readUserinfo(context, token)));
  add(contract.postUserinfo, (http) => byBearer(http, realm, (token) => readUserinfo(context, token)));

  add(contract.revokeToken, async ({ body, caller, request }) => {
    const clientId = authenticateClient(context, { request, body });
    await revokeToken(context, caller, { clientId, token: body.token });
    return undefined;
  });
}

function toAnswer({ accessToken, refreshToken, scope, openid, deviceKey }: IssuedTokens) {
  return {
    access_token: accessToken,
    token_type: "Bearer" as const,
    expires_in: accessTokenSeconds,
    refresh_token: refreshToken,
    scope: [...(openid?.words ?? []), scope].join(" "),
    ...(openid !== undefined && { id_token: openid.idToken }),
    ...(deviceKey !== undefined && { device_key: deviceKey }),
  };
}
