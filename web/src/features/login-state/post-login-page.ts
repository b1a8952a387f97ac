/**
 * Where to go after a login: only ever one of this portal's own logged-in pages (DESIGN A16).
 *
 * Compared after parsing and as a whole, never by how the text begins: "/\evil.test" and "/<TAB>/evil.test" begin like a path of
 * ours, and "/.//evil.test" parses to one whose pathname leaves for another host when it is used again. RFC 9700, 4.11.
 */
import { parseUrl } from "#/shell/parse-url.ts";

const anyOrigin = "http://portal.invalid";

/** The wanted page with its search, or "/" for anything that is not a page of `ownPages` (patterns such as "/users/$userId"). */
export function postLoginPage(wanted: string | undefined, ownPages: readonly string[]): string {
  const url = wanted === undefined ? undefined : parsePath(wanted);
  if (url === undefined || !ownPages.some((page) => isAt(page, url.pathname))) return "/";
  return url.pathname + url.search;
}

/** The public pages one may be sent to after logging in; besides these, every page behind the login. */
export const publicPagesAfterLogin = ["/", "/game-redirect", "/dashboard-redirect", "/set-display-name"] as const;

/** A path exactly as it is meant: nothing that parsing had to repair, resolve, decode or strip. */
function parsePath(wanted: string): URL | undefined {
  if (!wanted.startsWith("/") || /[\\\p{C}\s]/u.test(wanted)) return undefined;
  const url = parseUrl(wanted, anyOrigin);
  const path = wanted.split(/[?#]/, 1)[0];
  if (url === undefined || url.origin !== anyOrigin || url.pathname !== path) return undefined;
  return url.pathname.includes("//") || url.pathname.includes("%") ? undefined : url;
}

function isAt(page: string, pathname: string): boolean {
  const pattern = trimmed(page).split("/");
  const segments = trimmed(pathname).split("/");
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith("$") ? segments[index] !== "" : part === segments[index]))
  );
}

function trimmed(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}
