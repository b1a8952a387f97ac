/** The server's part of the area: the frame, and a placeholder for the page. The browser draws the pages. */
import { createMemoryHistory } from "@tanstack/react-router";
import type { Locale } from "@storyport/texts/runtime";
import { renderToString } from "react-dom/server";
import { requireAccount } from "#/features/login/require-account.ts";
import { htmlDocument } from "#/shell/html-document.ts";
import { areaPageFiles } from "#/shell/page-files.ts";
import { FirstPagePending } from "#/shell/page-pending.tsx";
import { Redirect } from "#/shell/redirect.ts";
import type { Portal } from "#/shell/portal.ts";
import { AreaFrame } from "./area-frame.tsx";
import { areaTitle } from "./area-title.ts";
import { createAreaRouter } from "./router.tsx";

/** On the server the router only knows which addresses exist. */
const router = createAreaRouter(undefined, createMemoryHistory({ initialEntries: ["/"] }));

interface AreaVisit extends Portal {
  path: string;
  searchText: string;
  search: Readonly<Record<string, string>>;
}

interface Drawing {
  locale: Locale;
  nonce: string;
}

/**
 * Returns undefined if no page of the area has this address. Throws a Redirect to the login without an account, or to the same address with
 * an encoded "$". Throws an ApiError if the login could not be checked.
 */
export function answerAreaVisit(visit: AreaVisit, { locale, nonce }: Drawing): { status: number; html: string } | undefined {
  const { settings, address, visitor, path, searchText, search } = visit;
  const [, params, page] = router.getMatchedRoutes(path);
  // The router also matches the beginning of an address, and calls the rest "**".
  if (page === undefined || "**" in params) return undefined;
  // The browser's router takes "$name" in a path for a parameter, and would lead to "/undefined". Encoded it is text.
  if (path.includes("$")) throw new Redirect(path.replaceAll("$", "%24") + searchText);
  const user = requireAccount(visit, address);
  const html = htmlDocument({
    title: areaTitle(settings, page.options.staticData, { user, search }),
    files: areaPageFiles(locale, fileOf(page.id)),
    nonce,
    data: { settings, visitor },
    body: renderToString(
      <AreaFrame portal={visit} address={address}>
        <FirstPagePending />
      </AreaFrame>,
    ),
  });
  return { status: 200, html };
}

/** "/_sections/users/$userId" -> "src/area/routes/_sections/users/$userId.tsx" */
function fileOf(routeId: string): string {
  return `src/area/routes${routeId.endsWith("/") ? `${routeId}index` : routeId}.tsx`;
}

/** The addresses of the area, to which a login may lead (DESIGN A16). "$name" is a parameter. */
export function areaPaths(): string[] {
  return Object.keys(router.routesByPath);
}
