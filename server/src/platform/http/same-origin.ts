/**
 * Checks whether a request comes from the portal's own pages. SameSite cookies alone do not prove that, because a sibling
 * subdomain is the same site. A browser's changes therefore need its own headers (DESIGN A15, OWASP CSRF).
 */
import type { FastifyRequest } from "fastify";

/**
 * The header of our own client: the account that its page shows, or 1. Another site cannot send it to a call that proves itself by cookies,
 * since no preflight answer allows it there (cross-origin.ts).
 */
const ownHeader = "x-storyport";

/** Returns the account that the calling page shows. Undefined for a page that shows none, and for programs. */
export function shownAccount({ headers }: FastifyRequest): string | undefined {
  const value = headers[ownHeader];
  return typeof value === "string" && value !== "1" ? value : undefined;
}

/**
 * Whether a program such as curl has sent this change. Current browsers send Sec-Fetch-Site, Origin or Referer with every change.
 * Browsers of 2019 may leave them out, but ask us before they send another site's JSON. Other bodies they send without asking, and
 * from a sibling subdomain with our cookies, so the user agent tells them from programs.
 */
export function isFromProgram({ headers, method }: FastifyRequest): boolean {
  const contentType = headers["content-type"] ?? "";
  if (method === "GET" || ["sec-fetch-site", "origin", "referer"].some((name) => headers[name] !== undefined)) return false;
  if (/^application\/json\b/i.test(contentType)) return true;
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(contentType);
  return !isForm && !(headers["user-agent"] ?? "").startsWith("Mozilla/");
}

/**
 * Whether a program follows a link. A browser names its languages with every request. An old browser may not name the page. Then a sibling
 * subdomain could load the link as an image, with our cookies.
 */
export function isFollowedByProgram({ headers }: FastifyRequest, publicUrl: string): boolean {
  const { origin, referer, "sec-fetch-site": site, "sec-fetch-mode": mode = "cors" } = headers;
  // A browser follows no link in the mode "cors", and another site's page cannot name our origin.
  const isOwn = site === undefined ? origin === publicUrl : site === "same-origin" && mode === "cors";
  const namesNoPage = site === undefined && origin === undefined && referer === undefined;
  const isBrowser = (headers["user-agent"] ?? "").startsWith("Mozilla/") && headers["accept-language"] !== undefined;
  return (isOwn || namesNoPage) && !isBrowser && !(headers.accept ?? "").includes("text/html");
}

/** The first of these headers that the request has decides: Sec-Fetch-Site, Origin, our own header, Referer. */
export function isFromOurPages(request: FastifyRequest, publicUrl: string): boolean {
  const { headers } = request;
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  if (headers.origin !== undefined) return headers.origin === publicUrl;
  if (headers[ownHeader] !== undefined) return true;
  // Browsers without Fetch Metadata send neither header on a navigation, so the referrer must do.
  return request.method === "GET" && headers.referer !== undefined && originOf(headers.referer) === publicUrl;
}

/** Whether a page may have been reached from another site. Typed or scanned addresses and our own pages do not count. */
export function isFromElsewhere(request: FastifyRequest, publicUrl: string): boolean {
  return request.headers["sec-fetch-site"] !== "none" && !isFromOurPages(request, publicUrl);
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
