import { issueTokens, narrowScope, revokeToken } from "@storyport/contract/tokens";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { Refusal } from "#/platform/refusal.ts";
import { authenticateClient } from "./authenticate-client.ts";
import { accessTokenSeconds } from "./issue-access-token.ts";
import { narrowScope as narrow } from "./narrow-scope.ts";
import { redeemGameCode } from "./redeem-game-code.ts";
import { refreshTokens } from "./refresh-tokens.ts";
import type { IssuedTokens } from "./refresh-tokens.ts";
import { revokeToken as revoke } from "./revoke-token.ts";

export function tokenRoutes(add: AddRoute, context: AppContext): void {
  add(issueTokens, async ({ body, caller, request, reply }) => {
    const clientId = authenticateClient(context, { request, reply, body });
    switch (body.grant_type) {
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
        return toAnswer(await refreshTokens(context, caller, { clientId, refreshToken: body.refresh_token }));
      default:
        throw new Refusal(body.grant_type === undefined ? "errors.invalidInput" : "errors.grantTypeUnsupported");
    }
  });

  add(narrowScope, ({ body, caller }) => narrow(context, caller, body));

  add(revokeToken, async ({ body, caller, request, reply }) => {
    const clientId = authenticateClient(context, { request, reply, body });
    await revoke(context, caller, { clientId, token: body.token });
    return undefined;
  });
}

function toAnswer({ accessToken, refreshToken, scope }: IssuedTokens) {
  return {
    access_token: accessToken,
    token_type: "Bearer" as const,
    expires_in: accessTokenSeconds,
    refresh_token: refreshToken,
    scope,
  };
}
