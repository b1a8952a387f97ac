/** Listing and ending the caller's sessions. */
import * as z from "zod/mini";
import { defineEndpoint } from "#/endpoint.ts";
import { loginType } from "#/vocabulary.ts";

/** The id of a session in these calls. It is cut from a digest, so that it reveals nothing about the session's secret. */
export const sessionHandle = z.string().check(z.regex(/^[\da-f]{32}$/));

/** PORTAL: a browser that is logged in. GAME: a token family, so a game or the dashboard that holds tokens of this account. */
export const ownSession = z.object({
  id: sessionHandle,
  kind: z.enum(["PORTAL", "GAME"]),
  /** PORTAL: the name of the device, sent with the login. GAME: the game's description, or the dashboard's title. */
  name: z.string(),
  loginType,
  /** Set if a passkey proved the owner, alone or beside another way. Alone its login type is PASSWORD. */
  byPasskey: z.optional(z.boolean()),
  startedAt: z.string(),
  /** GAME: when the game last got tokens. */
  lastSeenAt: z.string(),
  /** The end, if it is not used again. GAME: the end of the newest refresh token. */
  expiresAt: z.string(),
  /** Whether it is the session of this call. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const listOwnSessions = defineEndpoint({
  name: "listOwnSessions",
  method: "GET",
  path: "sessions",
  summary: "List the browsers and games where the caller is logged in, this browser first",
  access: { by: "session", permission: "none", scope: "self" },
  response: z.array(ownSession),
  refusals: ["errors.notLoggedIn"],
});

export const endOwnSession = defineEndpoint({
  name: "endOwnSession",
  method: "DELETE",
  path: "sessions/{sessionId}",
  summary: "End one of the caller's sessions",
  example: { params: { sessionId: "0".repeat(32) } },
  access: { by: "session", permission: "none", scope: "self" },
  params: z.object({ sessionId: sessionHandle }),
  status: 204,
  refusals: ["errors.notLoggedIn", "errors.notFound"],
});

export const endOtherSessions = defineEndpoint({
  name: "endOtherSessions",
  method: "POST",
  path: "sessions/end-others",
  summary: "End every session and game's tokens of the caller except this browser's",
  example: { body: {} },
  access: { by: "session", permission: "none", scope: "self" },
  body: z.strictObject({}),
  /** `ended` counts entries of the caller's list. Half sessions and running hand-overs end too, and are not in it. */
  response: z.object({ ended: z.number() }),
  refusals: ["errors.notLoggedIn"],
});
