/**
 * Checks the address that opens the game, although our own server sends it. An address can run script on this page (`javascript:`), so a
 * single mistake elsewhere must not suffice.
 */
import type { CallbackKind } from "@storyport/contract/vocabulary";
import { parseUrl } from "#/shell/parse-url.ts";

/** Schemes that show content or run script inside the browser instead of opening a game. */
const browserSchemes: ReadonlySet<string> = new Set([
  "about:",
  "blob:",
  "chrome:",
  "chrome-extension:",
  "data:",
  "edge:",
  "feed:",
  "file:",
  "filesystem:",
  "ftp:",
  "intent:",
  "jar:",
  "javascript:",
  "moz-extension:",
  "resource:",
  "vbscript:",
  "view-source:",
  "ws:",
  "wss:",
]);

export interface DeepLink {
  href: string;
  /** Only a listener on 127.0.0.1 is called in the background; every other game is navigated to (DESIGN A5). */
  way: "background" | "navigate";
}

/** Returns the deep link if it has the scheme, host, port and path of the requested callback, and no fragment. Else returns undefined. */
export function checkDeepLink(deeplinkUrl: string, callbackUrl: string, kind: CallbackKind | undefined): DeepLink | undefined {
  const link = parseAddress(deeplinkUrl);
  const requested = parseAddress(callbackUrl);
  if (link === undefined || requested === undefined) return undefined;
  const isSame = link.protocol === requested.protocol && link.host === requested.host && link.pathname === requested.pathname;
  if (!isSame || link.hash !== "") return undefined;
  return { href: link.href, way: kind === "LOOPBACK" && isCallable(link) ? "background" : "navigate" };
}

/** Checks whether "Open the game" may link to an address. */
export function isDeepLink(href: string): boolean {
  return parseAddress(href) !== undefined;
}

/** The game's address after arrival, without the code: a used code would make the server end the game's tokens. */
export function withoutCode(href: string): string {
  const url = new URL(href);
  url.searchParams.delete("code");
  return url.href;
}

function parseAddress(text: string): URL | undefined {
  // Programs read addresses with backslashes, control characters or spaces in different ways.
  if (/[\\\p{C}\s]/u.test(text)) return undefined;
  const url = parseUrl(text);
  if (url === undefined || url.username !== "" || url.password !== "" || browserSchemes.has(url.protocol)) return undefined;
  return url;
}

/** The page's content security policy cannot name [::1], so browsers refuse a background request to it. */
function isCallable(url: URL): boolean {
  return url.protocol === "http:" && url.hostname === "127.0.0.1";
}
