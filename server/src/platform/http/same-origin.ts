/**
 * Whether a request comes from the portal's own pages. SameSite cookies alone do not say so (a sibling subdomain is the
 * same site), so what changes something is taken only with the browser's own word for it (DESIGN A15, OWASP CSRF).
 */
import type { FastifyRequest } from "fastify";

/** The header our own client sends; another site cannot, since no answer of ours allows it in a preflight. */
const ownHeader = "x-storyport";

export function isFromOurPages(request: FastifyRequest, publicUrl: string): boolean {
  const { headers } = request;
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  if (headers.origin !== undefined) return headers.origin === publicUrl;
  if (headers[ownHeader] !== undefined) return true;
  // Browsers without Fetch Metadata send neither on a navigation; the referrer is all there is.
  return request.method === "GET" && headers.referer !== undefined && originOf(headers.referer) === publicUrl;
}

/** Whether a page was reached from another site, or may have been: neither from nowhere (an address typed or scanned) nor from our pages. */
export function isFromElsewhere(request: FastifyRequest, publicUrl: string): boolean {
  return request.headers["sec-fetch-site"] !== "none" && !isFromOurPages(request, publicUrl);
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
