import type { FastifyReply, FastifyRequest } from "fastify";
import { isSecret } from "#/platform/secrets.ts";
import { challengeSeconds } from "./challenges.ts";

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
    secret: value !== undefined && isSecret(value) ? value : undefined,
    keep: (secret) =>
      void reply.setCookie(name, secret, { path: "/", httpOnly: true, sameSite: "strict", secure: isSecure, maxAge: challengeSeconds }),
  };
}
