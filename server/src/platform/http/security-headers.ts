/** Headers of every answer. The content security policy of pages adds a nonce and the games' addresses to it. */
import type { FastifyInstance } from "fastify";
import { apiBase } from "@storyport/contract/endpoint";
import type { Settings } from "#/platform/settings.ts";

/**
 * Constants, set by one plain hook: the same through a header library's asynchronous hooks took a third of the processor time
 * of the hottest call (docs/decisions/0010-constant-headers.md). Pages and files override what they need otherwise.
 */
export function registerSecurityHeaders(app: FastifyInstance, settings: Pick<Settings, "isSecure">): void {
  const always = {
    "content-security-policy": strictest,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(self), geolocation=(), microphone=()",
    // Pages with a proof in their address answer no-referrer instead.
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    ...(settings.isSecure ? { "strict-transport-security": "max-age=63072000; includeSubDomains" } : {}),
  };
  const ofApi = { ...always, "cache-control": "no-store" };
  app.addHook("onRequest", (request, reply, done) => {
    // By its route: an address may be spelled in many ways (/%61pi/, or with its host before it). What has no route is never stored.
    const { url = apiBase } = request.routeOptions;
    reply.headers(url.startsWith(`${apiBase}/`) || url === apiBase ? ofApi : always);
    reply.header("x-request-id", request.id);
    done();
  });
}

/** For what is not a page: nothing may load, nothing may frame it. */
const strictest = "default-src 'none'; frame-ancestors 'none'";

/** For answers that no hook reaches. */
export const bareHeaders = {
  "cache-control": "no-store",
  "content-security-policy": strictest,
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** Whether an address carries a proof: a mailed link, a badge. Its page sends no referrer, to nobody. */
export function carriesProof(url: string): boolean {
  const [path = "", query = ""] = url.split("?", 2);
  return /^\/+account\/+delete\//i.test(path) || new URLSearchParams(query).has("code");
}

export interface PagePolicy {
  nonce: string;
  /** Origins a page may call in the background: games that are called back over http. */
  gameOrigins: readonly string[];
  /** Where a logout form may end: browsers hold the addresses it is led on to against this too. */
  formTargets: readonly string[];
}

export function pagePolicy({ nonce, gameOrigins, formTargets }: PagePolicy): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src ${["'self'", ...gameOrigins].join(" ")}`,
    `form-action ${["'self'", ...formTargets].join(" ")}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
