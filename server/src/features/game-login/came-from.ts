/** Where a navigation to /game-login came from, by the browser's own word (DESIGN A6). What is not proven comes from elsewhere. */
import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether the request may be answered without asking the person: it came from nowhere (an address that was typed, an installed game),
 * from our own pages, or from the callback's own origin. A redirect by the game to us counts as its page, or ours, that led there: the
 * browser says "cross-site" of the whole way, and the referrer names where it began.
 */
export function maySkipConsent(headers: IncomingHttpHeaders, callbackUrl: string, publicUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site === "none" || site === "same-origin") return true;
  const origin = webOrigin(headers.referer ?? headers.origin);
  return origin !== undefined && (origin === publicUrl || isOriginOf(origin, callbackUrl));
}

/** RFC 8252, section 7.3: on a loopback address the port is the game's to choose, so its page may have another one. */
function isOriginOf(origin: string, callbackUrl: string): boolean {
  const own = webOrigin(callbackUrl);
  return own !== undefined && (own === origin || (isLoopback(own) && withoutPort(own) === withoutPort(origin)));
}

/** Addresses of apps all have the opaque origin "null", which proves nothing. */
function webOrigin(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { protocol, origin } = new URL(address);
  return protocol === "https:" || protocol === "http:" ? origin : undefined;
}

function isLoopback(origin: string): boolean {
  return /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);
}

function withoutPort(origin: string): string {
  return origin.replace(/:\d+$/, "");
}
