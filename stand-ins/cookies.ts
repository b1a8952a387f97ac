import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** The value of a cookie; cookies of all ports of one host arrive together, so names must differ between stand-ins. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  for (const part of (request.headers.cookie ?? "").split(";")) {
    const [key, ...value] = part.trim().split("=");
    if (key === name) return value.join("=");
  }
  return undefined;
}

/** A cookie for this browser session that scripts cannot read and that comes along when the portal leads back here. */
export function setCookie(reply: FastifyReply, name: string, value: string): void {
  reply.header("set-cookie", `${name}=${value}; Path=/; HttpOnly; SameSite=Lax`);
}

/** The secret that tells this browser from others; a browser without one gets one. */
export function browserOf(request: FastifyRequest, reply: FastifyReply, cookieName: string): string {
  const known = readCookie(request, cookieName);
  if (known !== undefined && /^[A-Za-z0-9_-]{43}$/.test(known)) return known;
  const made = randomBytes(32).toString("base64url");
  setCookie(reply, cookieName, made);
  return made;
}
