/** Headers of every answer. The content security policy of pages adds a nonce and the games' addresses to it. */
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { Settings } from "#/platform/settings.ts";

export async function registerSecurityHeaders(app: FastifyInstance, settings: Pick<Settings, "isSecure">): Promise<void> {
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    // Pages with a proof in their address answer no-referrer instead.
    referrerPolicy: { policy: "same-origin" },
    strictTransportSecurity: settings.isSecure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: "deny" },
  });
  app.addHook("onSend", async (request, reply) => {
    if (!reply.hasHeader("content-security-policy")) reply.header("content-security-policy", strictest);
    if (!reply.hasHeader("permissions-policy")) reply.header("permissions-policy", "camera=(self), geolocation=(), microphone=()");
    if (request.url.startsWith("/api/") && !reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
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
}

export function pagePolicy({ nonce, gameOrigins }: PagePolicy): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src ${["'self'", ...gameOrigins].join(" ")}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
