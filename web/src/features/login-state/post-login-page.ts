/**
 * The page after a login: only a page of this portal, from a list (DESIGN A16). The address is compared after parsing and as a whole,
 * never by its prefix. "/\evil.test" and "/<TAB>/evil.test" begin like our paths. The pathname of "/.//evil.test" leads to another host
 * when it is used again. RFC 9700, 4.11.
 */
import { anyOrigin, parseUrl } from "#/shell/parse-url.ts";

/** Returns the wanted page with its search, or "/" if no pattern of `ownPages` (such as "/users/$userId") matches it. */
export function postLoginPage(wanted: string | undefined, ownPages: readonly string[]): string {
  const url = wanted === undefined ? undefined : parsePath(wanted);
  if (url === undefined || !ownPages.some((page) => isAt(page, url.pathname))) return "/";
  return url.pathname + url.search;
}

/** The public pages that a login may lead to, besides every page behind the login. */
export const publicPagesAfterLogin = ["/", "/game-redirect", "/dashboard-redirect", "/set-display-name"] as const;

/** Returns undefined if parsing changed the path: by repair, resolution, decoding or stripping. Also for a path with "//" or "%". */
function parsePath(wanted: string): URL | undefined {
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
