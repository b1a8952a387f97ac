import type { FastifyReply, FastifyRequest } from "fastify";
import { challengeSeconds } from "./challenges.ts";

/** 32 bytes in base64url, as `newSecret` makes them. */
const secretPattern = /^[A-Za-z0-9_-]{43}$/;

export interface BrowserCookie {
  /** Undefined without the cookie, or with an ill-formed value. */
  readonly secret: string | undefined;
  keep(secret: string): void;
}

/** The cookie of a browser that asked for challenges, so that an answer works in this browser alone. Tabs share it. */
export function browserCookie(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): BrowserCookie {
  const name = isSecure ? "__Host-passkey" : "passkey";
  const value = request.cookies[name];
  return {
    secret: value !== undefined && secretPattern.test(value) ? value : undefined,
    keep: (secret) =>
      void reply.setCookie(name, secret, { path: "/", httpOnly: true, sameSite: "strict", secure: isSecure, maxAge: challengeSeconds }),
  };
}
