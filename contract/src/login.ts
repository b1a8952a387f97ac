/** Password login, logout, and the session's user (specification, sections 4 and 7). */
import * as z from "zod/mini";
import { defineEndpoint } from "#/endpoint.ts";
import type { ErrorCode } from "#/error-codes.ts";
import { id, plainTextOf, text } from "#/fields.ts";
import { codePoints, isEmail, isStorable, normalizeEmail } from "#/text-rules.ts";
import { limits } from "#/limits.ts";
import { locale, loginType } from "#/vocabulary.ts";

/** The session user of the specification's section 3. A student usually has no e-mail address. */
export const sessionUser = z.object({
  accountId: id,
  /** The organization that the session is bound to; absent if the account has none or several, and during a support view. */
  orgId: z.optional(id),
  email: z.optional(z.string()),
  loginType,
  displayName: z.optional(z.string()),
  /** The language the account has chosen. */
  locale: z.optional(locale),
  /** Roles and permissions in the organization `orgId`; without it, in all organizations of the account together. */
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  /** What the school lets this user of Feide use (eduPersonEntitlement); only after a login at Feide. */
  feideServices: z.optional(z.array(z.string())),
  /**
   * Set if an administrator sees the portal as another person, who is the user here. `isOver`: the user is the administrator again, but
   * the browser has not left the view yet.
   */
  supportView: z.optional(z.object({ accountId: id, name: z.string(), secondsLeft: z.number(), isOver: z.boolean() })),
  /**
   * Set if an organization has begun to require passkeys, and this session has no proof of one. The session ends then. `hasPasskey`: the
   * account has a passkey, and a confirmation by it is enough.
   */
  passkeyDue: z.optional(z.object({ at: z.string(), hasPasskey: z.boolean() })),
});
export type SessionUser = z.infer<typeof sessionUser>;

export const validateAuth = defineEndpoint({
  name: "validateAuth",
  method: "GET",
  path: "auth/validate-auth",
  summary: "Get the session's user with present roles and permissions",
  access: { by: "session", permission: "none", scope: "self", badgeSession: "allowed" },
  response: sessionUser,
  refusals: ["errors.notLoggedIn"],
});

/** Text of at least one character. `absent` is the code for a missing text. */
function requiredOr(absent: ErrorCode) {
  return z.string(absent).check(z.minLength(1, { error: absent, abort: true }), z.refine(isStorable, "errors.invalidInput"));
}
const required = requiredOr("errors.emailAndPasswordRequired");

/**
 * Takes the password exactly as typed. Counts characters as for a new password; otherwise some users could not log in. `absent` is the code
 * for a missing password.
 */
export function typedPasswordOr(absent: ErrorCode) {
  return requiredOr(absent).check(
    z.refine((value) => {
      const length = codePoints(value);
      return length >= limits.password.loginMin && length <= limits.password.max;
    }, "errors.passwordLength"),
  );
}

export const logInBody = z.strictObject({
  email: required.check(z.refine(isEmail, "errors.emailInvalid"), z.overwrite(normalizeEmail)),
  password: typedPasswordOr("errors.emailAndPasswordRequired"),
  deviceName: plainTextOf(limits.deviceName),
});

/**
 * The logged-in account. If it has a second factor, a half session that can only pass it. If it must enrol first, a session
 * that can only enrol. If its organization requires passkeys, a session that can only use a passkey, or add the first.
 */
export const logInAnswer = z.union([sessionUser, z.object({ secondFactor: z.enum(["required", "enrol", "passkey"]) })]);

export const logInWithPassword = defineEndpoint({
  name: "logInWithPassword",
  method: "POST",
  path: "pw/login",
  summary: "Log in with e-mail and password",
  example: { body: { email: "nobody@school.example", password: "Lighthouse-Beam-8", deviceName: "a test" } },
  access: { by: "anyone", scope: "public" },
  checksProof: true,
  duringSupportView: "works",
  body: logInBody,
  bodyKind: "form",
  form: { doneAt: "/post-login", refusedAt: "/login/password", keeps: "email" },
  response: logInAnswer,
  refusals: [
    "errors.emailAndPasswordRequired",
    "errors.emailInvalid",
    "errors.passwordLength",
    "errors.invalidUsernameOrPassword",
    "errors.userNotActive",
    "errors.noLoginPermissions",
    "errors.passwordExpired",
    "errors.loginStopped",
    "errors.tooManyAttempts",
    "errors.busy",
  ],
});

export const logOut = defineEndpoint({
  name: "logOut",
  method: "POST",
  path: "auth/logout",
  summary: "End the session; always succeeds",
  access: { by: "anyone", scope: "public" },
  duringSupportView: "works",
  duringMaintenance: "works",
  bodyKind: "text",
  form: { doneAt: "/login", refusedAt: "/logout" },
  /** Set if the user logged in at Feide: the address that ends Feide's own session too. The browser goes there. */
  response: z.object({ logoutRedirect: z.optional(z.string()) }),
  refusals: [],
});

/** A navigation of the browser, so it answers by a redirect. Ignores unknown parameters. A posted form is redirected to this address. */
export const logOutByGame = defineEndpoint({
  name: "logOutByGame",
  method: "GET",
  path: "auth/end-session",
  summary: "Log out at a game's request (OpenID Connect RP-Initiated Logout); asks the user unless the game proves whom it means",
  example: { query: { state: "s" } },
  access: { by: "anyone", scope: "public" },
  duringSupportView: "works",
  duringMaintenance: "works",
  query: z.object({
    id_token_hint: z.optional(text.check(z.maxLength(4096))),
    client_id: z.optional(text.check(z.maxLength(64))),
    post_logout_redirect_uri: z.optional(text.check(z.maxLength(limits.callbackUrl.max))),
    state: z.optional(text.check(z.maxLength(limits.state.max))),
  }),
  status: 303,
  refusals: [],
});

export const loginMethod = z.object({
  type: loginType,
  description: z.string(),
  /** False for a provider that is not configured, and for API, by which nobody logs in here. */
  enabled: z._default(z.boolean(), true),
  /** True for QRCODE, which has pages of its own, and for API. The login page lists neither. */
  hidden: z._default(z.boolean(), false),
});
export type LoginMethod = z.infer<typeof loginMethod>;

export const listLoginTypes = defineEndpoint({
  name: "listLoginTypes",
  method: "GET",
  path: "users/login-types",
  summary: "List the login types; pages offer only enabled and visible ones",
  access: { by: "anyone", scope: "public" },
  response: z.array(loginMethod),
  refusals: [],
});
