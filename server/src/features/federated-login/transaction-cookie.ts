/** Each pending login has its own cookie, so that tabs do not overwrite each other. With https the name carries `__Host-`. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { digestOf, isSecret } from "#/platform/secrets.ts";

export interface TransactionCookies {
  keep(state: string, browserSecret: string): void;
  /** Returns the secret of this login, if this browser began it, and clears its cookie. */
  take(state: string): string | undefined;
}

/** As long as the row of the login (`insertTransaction`). */
const lifeSeconds = 600;
/** Abandoned logins beyond this number would only make every request larger. */
const mostAtOnce = 8;
const namePattern = /^(?:__Host-)?begun-[\da-f]{16}$/;

export function transactionCookies(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): TransactionCookies {
  const prefix = isSecure ? "__Host-begun-" : "begun-";
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure } as const;
  const nameOf = (state: string): string => `${prefix}${digestOf(state).toString("hex").slice(0, 16)}`;
  return {
    keep(state, browserSecret) {
      // Browsers send the oldest cookie first. Planted cookies may have names that no answer can carry.
      const begun = Object.keys(request.cookies).filter((name) => name.startsWith(prefix) && namePattern.test(name));
      for (const name of begun.slice(0, Math.max(0, begun.length + 1 - mostAtOnce))) reply.clearCookie(name, options);
      reply.setCookie(nameOf(state), browserSecret, { ...options, maxAge: lifeSeconds });
    },
    take(state) {
      const name = nameOf(state);
      const secret = request.cookies[name];
      if (secret === undefined) return undefined;
      reply.clearCookie(name, options);
      return isSecret(secret) ? secret : undefined;
    },
  };
}
