/** Handing an account over to a game: an OAuth 2.1 authorization under the specification's names (DESIGN A2, A3, A5). */
import * as z from "zod/mini";
import { defineEndpoint, exampleSecret } from "#/endpoint.ts";
import { gameId, id, text } from "#/fields.ts";
import { limits } from "#/limits.ts";
import { tokenScope } from "#/vocabulary.ts";

/** `clientCode` is the game's PKCE S256 challenge, `deeplink` its callbackUrl, `state` its own opaque value. */
export const finishGameLogin = defineEndpoint({
  name: "finishGameLogin",
  method: "GET",
  path: "token/game/callback",
  summary: "Issue a one-time game code and the deep link that carries it",
  example: { query: { gameId: 1, state: "s", clientCode: exampleSecret, deeplink: "https://game.example/callback" } },
  access: { by: "session", permission: "none", scope: "self", badgeSession: "allowed" },
  changesState: true,
  query: z.strictObject({
    gameId,
    state: text.check(z.minLength(1), z.maxLength(limits.state.max)),
    clientCode: text.check(z.minLength(1), z.maxLength(limits.clientCode.legacyMax)),
    deeplink: text.check(z.minLength(1), z.maxLength(limits.callbackUrl.max)),
    scope: z.optional(tokenScope),
    orgId: z.optional(id),
  }),
  response: z.object({
    deeplinkUrl: z.string(),
    /** A secret of this hand-over: with it the page may ask whether the game has arrived. */
    handover: z.string(),
  }),
  refusals: [
    "errors.notLoggedIn",
    "errors.noLoginPermissions",
    "errors.organizationNotChosen",
    "errors.gameNotAvailable",
    "errors.gameLoginTypeNotAllowed",
    "errors.gamePermissionMissing",
    "errors.callbackUrlNotRegistered",
    "errors.clientCodeInvalid",
  ],
});

/** Open by the hand-over's secret alone: a badge session has ended by the time the page asks. */
export const gameLoginStatus = defineEndpoint({
  name: "gameLoginStatus",
  method: "GET",
  path: "token/game/status",
  summary: "Whether the game has redeemed the code: proof of arrival",
  example: { query: { handover: exampleSecret } },
  access: { by: "anyone", scope: "public" },
  query: z.strictObject({ handover: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) }),
  response: z.object({ status: z.enum(["waiting", "redeemed", "expired"]) }),
  refusals: ["errors.handoverNotFound"],
});
export type ArrivalStatus = z.infer<typeof gameLoginStatus.response>["status"];
