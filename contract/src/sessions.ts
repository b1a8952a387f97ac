/** Where an account is logged in, and ending that. */
import * as z from "zod/mini";
import { defineEndpoint } from "#/endpoint.ts";
import { loginType } from "#/vocabulary.ts";

/** A handle that says nothing about the session's secret. */
export const sessionHandle = z.string().check(z.regex(/^[\da-f]{32}$/));

/** PORTAL: a browser that is logged in here. GAME: a game (or the dashboard) that holds tokens of this account. */
export const ownSession = z.object({
  id: sessionHandle,
  kind: z.enum(["PORTAL", "GAME"]),
  /** The device as it named itself at login; a game's own description. */
  name: z.string(),
  loginType: z.optional(loginType),
  startedAt: z.string(),
  lastSeenAt: z.string(),
  expiresAt: z.string(),
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const listOwnSessions = defineEndpoint({
  name: "listOwnSessions",
  method: "GET",
  path: "sessions",
  summary: "Browsers and games where one is logged in, this browser first",
  access: { by: "session", permission: "none", scope: "self" },
  response: z.array(ownSession),
  refusals: ["errors.notLoggedIn"],
});

export const endOwnSession = defineEndpoint({
  name: "endOwnSession",
  method: "DELETE",
  path: "sessions/{sessionId}",
  summary: "End one of one's own sessions; one that has ended already is no error",
  example: { params: { sessionId: "0".repeat(32) } },
  access: { by: "session", permission: "none", scope: "self" },
  params: z.object({ sessionId: sessionHandle }),
  status: 204,
  refusals: ["errors.notLoggedIn"],
});

export const endOtherSessions = defineEndpoint({
  name: "endOtherSessions",
  method: "POST",
  path: "sessions/end-others",
  summary: "End every session and every game's tokens of one's own but this browser's",
  example: { body: {} },
  access: { by: "session", permission: "none", scope: "self" },
  body: z.strictObject({}),
  response: z.object({ ended: z.number() }),
  refusals: ["errors.notLoggedIn"],
});
