/** Forms posted by the browser itself, before a page's script has arrived: their answers are pages, not JSON. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { NativeForm } from "@storyport/contract/endpoint";
import { linkToken } from "@storyport/contract/fields";
import { cookieNames } from "@storyport/contract/limits";
import type { Refusal } from "#/platform/refusal.ts";

/** An urlencoded body, which our own client never sends; or, of a form without fields, that the browser says it navigates. */
export function isNativeForm(request: FastifyRequest): boolean {
  const isUrlencoded = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
  return isUrlencoded || request.headers["sec-fetch-mode"] === "navigate";
}

/** On to the page that says it is done. A proof that an earlier attempt left behind is used up by now. */
export function sendOnFromForm(form: NativeForm, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { doneAt, refusedAt } = pagesOf(form, request);
  if (form.proof !== undefined) reply.clearCookie(cookieNames.linkAttempt, { ...ofProof, path: refusedAt });
  return reply.redirect(doneAt, 303);
}

/**
 * Back to the form, with the reason in the address and what was typed in a short-lived cookie that only the server reads. A mailed
 * proof goes the same way, to this one page: an address would keep it in the history and in every log on the way.
 */
export function sendBackToForm(
  form: NativeForm,
  { refusal, request, reply }: { refusal: Refusal; request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  const { refusedAt } = pagesOf(form, request);
  const typed = fieldOf(request, form.keeps);
  if (typed !== undefined) reply.setCookie(cookieNames.loginAttempt, typed, { path: "/", httpOnly: true, sameSite: "lax", maxAge: 60 });
  const proof = linkToken.safeParse(fieldOf(request, form.proof)).data;
  // Gone for good (410): there is nothing to try again with it.
  if (proof !== undefined && refusal.status !== 410) {
    reply.setCookie(cookieNames.linkAttempt, proof, { ...ofProof, path: refusedAt, maxAge: 60 });
  } else if (form.proof !== undefined) reply.clearCookie(cookieNames.linkAttempt, { ...ofProof, path: refusedAt });
  return reply.redirect(`${refusedAt}?${addressOf(form, refusal, request)}`, 303);
}

const ofProof = { httpOnly: true, sameSite: "strict" } as const;

function pagesOf(form: NativeForm, request: FastifyRequest): Pick<NativeForm, "doneAt" | "refusedAt"> {
  return form.withProof !== undefined && fieldOf(request, form.proof) !== undefined ? form.withProof : form;
}

/** What the page is told: what it needs to stand where it stood, why it is back, and what is known of the cause. */
function addressOf({ inAddress = [] }: NativeForm, { code, status, details }: Refusal, request: FastifyRequest): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of inAddress) {
    const value = fieldOf(request, name);
    if (value !== undefined) query.set(name, value.slice(0, 64));
  }
  query.set("error", code);
  // Of fields that break the contract (400) the first is what `error` says.
  const [cause] = status === 400 ? [] : (details.errors ?? []);
  if (cause?.code !== undefined) query.set("reason", cause.code);
  return query;
}

/** A field of the form: the body may be unread or be refused, or be read already, with numbers in it. */
function fieldOf({ body }: FastifyRequest, name: string | undefined): string | undefined {
  const value = name !== undefined && isRecord(body) ? body[name] : undefined;
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.length <= 256 ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
