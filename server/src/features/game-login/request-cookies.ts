/**
 * A cookie per request of a game, so that tabs do not overwrite each other. Pages cannot read it. With https its name begins with `__Host-`,
 * so that sibling subdomains cannot set it.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { digestOf } from "#/platform/secrets.ts";

/** As long as the login state, which carries the request through a login. */
const lifeSeconds = 3600;
/** Abandoned requests beyond this number would only make every call larger. */
const mostAtOnce = 8;

export interface RequestCookies {
  keep(text: string, value: string): void;
  read(text: string): string | undefined;
  drop(text: string): void;
}

/** `kind` names the cookies, and `text` identifies a request among them. */
export function requestCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, isSecure }: { kind: string; isSecure: boolean },
): RequestCookies {
  const prefix = isSecure ? `__Host-${kind}-` : `${kind}-`;
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure } as const;
  const nameOf = (text: string): string => `${prefix}${digestOf(text).toString("hex").slice(0, 16)}`;
  return {
    keep(text, value) {
      const name = nameOf(text);
      // Browsers send the oldest cookie first. Planted cookies may have names that no answer can carry.
      const others = Object.keys(request.cookies).filter((one) => one !== name && isOfKind(one, prefix));
      for (const one of others.slice(0, Math.max(0, others.length + 1 - mostAtOnce))) reply.clearCookie(one, options);
      reply.setCookie(name, value, { ...options, maxAge: lifeSeconds });
    },
    read: (text) => request.cookies[nameOf(text)],
    drop: (text) => void reply.clearCookie(nameOf(text), options),
  };
}

function isOfKind(name: string, prefix: string): boolean {
  return name.startsWith(prefix) && /^[\da-f]{16}$/.test(name.slice(prefix.length));
}
