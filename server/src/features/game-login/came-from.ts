/** Where a navigation to /game-login came from, by the browser's own word (DESIGN A6). What is not proven comes from elsewhere. */
import type { IncomingHttpHeaders } from "node:http";

/** `machine`: from a page of the same loopback address as the callback, but of another port. */
export type CameFrom = "us or the game" | "machine" | "elsewhere";

/**
 * From nowhere (an address that was typed, an installed game), from our own pages, from the callback's own origin, or from elsewhere. A
 * redirect by the game to us counts as its page, or ours, that led there: the browser says "cross-site" of the whole way, and the
 * referrer names where it began. To be of our origin is not enough: the browser says so of every reload, whichever site led there first.
 */
export function cameFrom(headers: IncomingHttpHeaders, callbackUrl: string, publicUrl: string): CameFrom {
  if (headers["sec-fetch-site"] === "none") return "us or the game";
  const origin = webOrigin(headers.referer ?? headers.origin);
  const own = webOrigin(callbackUrl);
  if (origin === undefined) return "elsewhere";
  if (origin === publicUrl || origin === own) return "us or the game";
  return own !== undefined && isLoopback(own) && withoutPort(own) === withoutPort(origin) ? "machine" : "elsewhere";
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
