import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Returns the value of a cookie. Cookies of all ports of a host arrive together, so names must differ between stand-ins. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  for (const part of (request.headers.cookie ?? "").split(";")) {
    const [key, ...value] = part.trim().split("=");
    if (key === name) return value.join("=");
  }
  return undefined;
}

/** Sets a session cookie that scripts cannot read and that browsers send when the portal redirects back here. */
export function setCookie(reply: FastifyReply, name: string, value: string): void {
  reply.header("set-cookie", `${name}=${value}; Path=/; HttpOnly; SameSite=Lax`);
}

/** Returns the secret that identifies this browser, and sets one if it is missing. */
export function browserOf(request: FastifyRequest, reply: FastifyReply, cookieName: string): string {
  const known = readCookie(request, cookieName);
  // A secret of 32 bytes has 43 characters in base64url.
  if (known !== undefined && /^[A-Za-z0-9_-]{43}$/.test(known)) return known;
  const made = randomBytes(32).toString("base64url");
  setCookie(reply, cookieName, made);
  return made;
}
