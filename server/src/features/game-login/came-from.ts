/** The origin of a navigation to /game-login, according to the browser's headers (DESIGN A6). An unproven origin counts as elsewhere. */
import type { IncomingHttpHeaders } from "node:http";

/** `machine` means a page on the same loopback address as the callback, but on another port. */
export type CameFrom = "us or the game" | "machine" | "elsewhere";

/**
 * Classifies a navigation. "us or the game" covers typed addresses, installed games, our own pages and the callback's origin. A
 * redirect by the game to us counts as the page before it. The browser then sends "cross-site", and the referrer names the page
 * where the redirects began. `same-origin` alone proves nothing, because the browser also sends it on each reload.
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
