/**
 * The address that opens the game. It comes from our own server, and is checked all the same before the browser follows it:
 * what a page navigates to can run as script on this page (`javascript:`), so one mistake elsewhere must not suffice.
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
  /** Only a listener on the player's own machine is asked in the background; everywhere else the browser goes itself (DESIGN A5). */
  way: "background" | "navigate";
}

/** The deep link, if it leads exactly where the game asked to be called back: same scheme, host and path. */
export function checkDeepLink(deeplinkUrl: string, callbackUrl: string, kind: CallbackKind): DeepLink | undefined {
  const link = parseAddress(deeplinkUrl);
  const asked = parseAddress(callbackUrl);
  if (link === undefined || asked === undefined) return undefined;
  const isSame = link.protocol === asked.protocol && link.host === asked.host && link.pathname === asked.pathname;
  if (!isSame || link.hash !== "") return undefined;
  return { href: link.href, way: kind === "LOOPBACK" && isLoopback(link) ? "background" : "navigate" };
}

/** Whether an address may stand behind "Open the game" at all. */
export function isDeepLink(href: string): boolean {
  return parseAddress(href) !== undefined;
}

/** The way in once the game has arrived: a used code sent again would make the server end the game's tokens. */
export function withoutCode(href: string): string {
  const url = new URL(href);
  url.searchParams.delete("code");
  return url.href;
}

function parseAddress(text: string): URL | undefined {
  if (/[\\\p{C}\s]/u.test(text)) return undefined;
  const url = parseUrl(text);
  if (url === undefined || url.username !== "" || url.password !== "" || browserSchemes.has(url.protocol)) return undefined;
  return url;
}

function isLoopback(url: URL): boolean {
  return url.protocol === "http:" && (url.hostname === "127.0.0.1" || url.hostname === "[::1]");
}
