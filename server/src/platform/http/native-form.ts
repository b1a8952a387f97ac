/** Forms that the browser posts itself, before a page's script has loaded. Their answers are pages, not JSON. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { NativeForm } from "@storyport/contract/endpoint";
import { linkToken } from "@storyport/contract/fields";
import { cookieNames } from "@storyport/contract/limits";
import type { Refusal } from "#/platform/refusal.ts";

/** True for an urlencoded body, which our own client never sends. A form without fields counts if the browser says that it navigates. */
export function isNativeForm(request: FastifyRequest): boolean {
  const isUrlencoded = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
  return isUrlencoded || request.headers["sec-fetch-mode"] === "navigate";
}

/**
 * Redirects to the page that confirms success. Clears the proof of an earlier attempt, which is used up. Only an address with a query shows a
 * success. Any site can link to it, so a cookie for that page alone proves the success for ten minutes.
 */
export function sendOnFromForm(form: NativeForm, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { doneAt, refusedAt } = pagesOf(form, request);
  if (form.proof !== undefined) reply.clearCookie(cookieNames.linkAttempt, { ...ofProof, path: refusedAt });
  const [path = "", query] = doneAt.split("?", 2);
  if (query !== undefined) reply.setCookie(cookieNames.formDone, "yes", { path, httpOnly: true, sameSite: "lax", maxAge: 600 });
  return reply.redirect(doneAt, 303);
}

/**
 * Redirects back to the form. The address has the reason; a short-lived cookie that only the server reads has the input. A
 * mailed proof travels in a cookie for this page too, because addresses are kept in the browser's history and in logs.
 */
export function sendBackToForm(
  form: NativeForm,
  { refusal, request, reply }: { refusal: Refusal; request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  const { refusedAt } = pagesOf(form, request);
  // A 410 is permanent, so another try with the proof is pointless.
  remember(form, { request, reply, seconds: 60, keepsProof: refusal.status !== 410 });
  return reply.redirect(`${refusedAt}?${addressOf(form, refusal, request)}`, 303);
}

/**
 * What a page may hold so that it is sent again, while the portal cannot take it. Undefined for a form with a password or another
 * secret, which the next person at a shared screen could read or send. Its page remembers the rest for ten minutes.
 */
export function formToSendAgain(form: NativeForm, { request, reply }: Exchange): [name: string, value: string][] | undefined {
  const open = new Set([form.keeps, ...(form.inAddress ?? [])]);
  const fields = Object.keys(isRecord(request.body) ? request.body : {});
  if (fields.every((name) => open.has(name))) return fields.map((name) => [name, fieldOf(request, name) ?? ""]);
  remember(form, { request, reply, seconds: 600, keepsProof: true });
  return undefined;
}

/** The page of a form, without a reason. */
export function pageOfForm(form: NativeForm, request: FastifyRequest): string {
  const query = fieldsInAddress(form, request);
  return `${pagesOf(form, request).refusedAt}${query.size > 0 ? `?${query}` : ""}`;
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

interface Remembering extends Exchange {
  seconds: number;
  keepsProof: boolean;
}

/** Keeps the open field and the proof in cookies that only the server reads. */
function remember(form: NativeForm, { request, reply, seconds: maxAge, keepsProof }: Remembering): void {
  const path = pagesOf(form, request).refusedAt;
  const typed = fieldOf(request, form.keeps);
  // For every path, because the login page shows it too.
  if (typed !== undefined) reply.setCookie(cookieNames.loginAttempt, typed, { path: "/", httpOnly: true, sameSite: "lax", maxAge });
  const proof = linkToken.safeParse(fieldOf(request, form.proof)).data;
  if (proof !== undefined && keepsProof) reply.setCookie(cookieNames.linkAttempt, proof, { ...ofProof, path, maxAge });
  else if (form.proof !== undefined) reply.clearCookie(cookieNames.linkAttempt, { ...ofProof, path });
}

const ofProof = { httpOnly: true, sameSite: "strict" } as const;

function pagesOf(form: NativeForm, request: FastifyRequest): Pick<NativeForm, "doneAt" | "refusedAt"> {
  return form.withProof !== undefined && fieldOf(request, form.proof) !== undefined ? form.withProof : form;
}

/** The query for the page: the fields it needs, the refusal, and its cause if known. */
function addressOf(form: NativeForm, { code, status, details }: Refusal, request: FastifyRequest): URLSearchParams {
  const query = fieldsInAddress(form, request);
  query.set("error", code);
  // For a 400 `error` is already the first field's refusal, so there is no further cause.
  const [cause] = status === 400 ? [] : (details.errors ?? []);
  if (cause?.code !== undefined) query.set("reason", cause.code);
  return query;
}

function fieldsInAddress({ inAddress = [] }: NativeForm, request: FastifyRequest): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of inAddress) {
    const value = fieldOf(request, name);
    // They are a game's number and a yes. Any other value must not make a long address.
    if (value !== undefined) query.set(name, value.slice(0, 64));
  }
  return query;
}

/**
 * Reads a field of the form. The body may be unread, refused, or already parsed with numbers. A text that is longer than an address or
 * a proof counts as missing.
 */
function fieldOf({ body }: FastifyRequest, name: string | undefined): string | undefined {
  const value = name !== undefined && isRecord(body) ? body[name] : undefined;
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.length <= 256 ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
