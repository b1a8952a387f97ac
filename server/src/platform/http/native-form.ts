/** Forms posted by the browser itself, before a page's script has arrived: their answers are pages, not JSON. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint } from "@storyport/contract/endpoint";
import { cookieNames } from "@storyport/contract/limits";

/** An urlencoded body, which our own client never sends; or, of a form without fields, that the browser says it navigates. */
export function isNativeForm(request: FastifyRequest): boolean {
  const isUrlencoded = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
  return isUrlencoded || request.headers["sec-fetch-mode"] === "navigate";
}

/** Back to the form, with the reason in the address and what was typed in a short-lived cookie that only the server reads. */
export function sendBackToForm(
  form: NonNullable<Endpoint["form"]>,
  { code, request, reply }: { code: string; request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  const typed: unknown = form.keeps !== undefined && isRecord(request.body) ? request.body[form.keeps] : undefined;
  if (typeof typed === "string" && typed.length <= 256) {
    reply.setCookie(cookieNames.loginAttempt, typed, { path: "/", httpOnly: true, sameSite: "lax", maxAge: 60 });
  }
  return reply.redirect(`${form.refusedAt}?error=${encodeURIComponent(code)}`, 303);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
