/** The security headers of every answer. Pages add a nonce and the games' addresses to the content security policy. */
import type { FastifyInstance } from "fastify";
import { apiBase } from "@storyport/contract/endpoint";
import { picturesAt } from "@storyport/contract/user-code";
import type { Settings } from "#/platform/settings.ts";

/**
 * Constants set by one plain hook. A header library's asynchronous hooks took a third of the processor time of the most
 * frequent call (docs/decisions/0010-constant-headers.md). Pages and files override them where needed.
 */
export function registerSecurityHeaders(app: FastifyInstance, settings: Pick<Settings, "isSecure">): void {
  const always = {
    "content-security-policy": strictest,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": permissions({ camera: "()" }),
    // Pages with a proof in their address send no-referrer instead.
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    ...transportSecurity(settings),
  };
  // Games of other origins show these pictures.
  const ofPicture = { ...always, "cross-origin-resource-policy": "cross-origin" };
  const ofApi = { ...always, "cache-control": "no-store" };
  app.addHook("onRequest", (request, reply, done) => {
    // Decide by the route, because an address has many spellings (/%61pi/, or with its host). Answers without a route are never
    // stored.
    const { url = apiBase } = request.routeOptions;
    if (url.startsWith(picturesAt)) reply.headers(ofPicture);
    else reply.headers(url.startsWith(`${apiBase}/`) || url === apiBase ? ofApi : always);
    reply.header("x-request-id", request.id);
    done();
  });
}

/** For answers that are no pages: nothing may load or frame them. */
const strictest = "default-src 'none'; frame-ancestors 'none'";

/** Only the page that scans badges may ask for a camera. */
export function permissions({ camera }: { camera: "()" | "(self)" }): string {
  return `camera=${camera}, geolocation=(), microphone=()`;
}

/** For answers that no hook reaches (`unroutable.ts`). */
export function bareHeaders(settings: Pick<Settings, "isSecure">): Record<string, string> {
  return {
    "cache-control": "no-store",
    "content-security-policy": strictest,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": permissions({ camera: "()" }),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    ...transportSecurity(settings),
  };
}

function transportSecurity({ isSecure }: Pick<Settings, "isSecure">): Record<string, string> {
  return isSecure ? { "strict-transport-security": "max-age=63072000; includeSubDomains" } : {};
}

/** Whether an address carries a proof: a mailed link, a transfer, a report or a badge. Its page never sends a referrer. */
export function carriesProof(url: string): boolean {
  const [path = "", query = ""] = url.split("?", 2);
  return /^\/+(account\/+delete|transfers|conformance-report)\/+./i.test(path) || new URLSearchParams(query).has("code");
}

export interface PagePolicy {
  nonce: string;
  /** Origins that a page may call in the background: games with loopback callbacks (DESIGN A5). */
  gameOrigins: readonly string[];
  /** Where a logout form may end. Browsers check its redirects against this too. */
  formTargets: readonly string[];
}

/** Returns the content security policy of a page. */
export function pagePolicy({ nonce, gameOrigins, formTargets }: PagePolicy): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src ${["'self'", ...gameOrigins].join(" ")}`,
    `form-action ${["'self'", ...formTargets].join(" ")}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
