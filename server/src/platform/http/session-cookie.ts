/** The cookies of a login. The session cookie is HttpOnly and opaque; `user` is a marker that screens may read (DESIGN A4). */
import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { cookieNames } from "@storyport/contract/limits";
import { isSecret } from "#/platform/secrets.ts";

/** The caller's cookies for operations, which know nothing of HTTP. */
export interface LoginCookies {
  readonly sessionSecret: string | undefined;
  /** By it accounts know this browser. A device of a school has another secret. */
  readonly deviceSecret: string | undefined;
  setSession(secret: string, accountId: string): void;
  setDevice(secret: string): void;
  clearSession(): void;
  /** Forgets what a game or the dashboard asked for. */
  clearLoginState(): void;
  /** Sets the account's language in this browser, unless a user chose a language here, or an earlier login offered one. */
  offerLanguage(locale: string): void;
}

const yearInSeconds = 365 * 24 * 3600;

/** `__Host-` binds a cookie to https and to exactly this host. Plain http (the demo) cannot use it. */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? "__Host-session" : "session";
}

function deviceCookieName(isSecure: boolean): string {
  return isSecure ? "__Host-device" : "device";
}

/** Reads the cookies of a request, and writes those of its answer. */
export function loginCookies(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): LoginCookies {
  const options: CookieSerializeOptions = { path: "/", sameSite: "lax", secure: isSecure };
  const secretOf = (name: string): string | undefined => {
    const value = request.cookies[name];
    return value !== undefined && isSecret(value) ? value : undefined;
  };
  const session = sessionCookieName(isSecure);
  const device = deviceCookieName(isSecure);
  return {
    sessionSecret: secretOf(session),
    deviceSecret: secretOf(device),
    setSession(secret, accountId) {
      // Without an age, so that both end with the browser. How long the session lives is in its row.
      reply.setCookie(session, secret, { ...options, httpOnly: true });
      reply.setCookie(cookieNames.user, accountId, options);
    },
    setDevice(secret) {
      reply.setCookie(device, secret, { ...options, httpOnly: true, maxAge: yearInSeconds });
    },
    offerLanguage(locale) {
      if (request.cookies[cookieNames.language] === undefined) {
        reply.setCookie(cookieNames.language, locale, { ...options, maxAge: yearInSeconds });
      }
    },
    clearSession() {
      reply.clearCookie(session, { ...options, httpOnly: true });
      reply.clearCookie(cookieNames.user, options);
    },
    clearLoginState() {
      reply.clearCookie(cookieNames.loginState, options);
    },
  };
}
