import type { Locale } from "@storyport/texts/runtime";
import { renderToString } from "react-dom/server";
import type { PortalState } from "@storyport/contract/endpoint";
import { cookieNames } from "@storyport/contract/limits";
import { ApiError } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";
import { readCode } from "#/api/read-code.ts";
import { answerAreaVisit } from "#/area/area-shell.tsx";
import { SupportViewBanner } from "#/features/support-views/support-view-banner.tsx";
import { htmlDocument } from "#/shell/html-document.ts";
import type { Refresh } from "#/shell/html-document.ts";
import { publicPageFiles } from "#/shell/page-files.ts";
import { pageTitle } from "#/shell/page-title.ts";
import { waitBefore } from "#/shell/use-return.ts";
import { UserMenu } from "#/shell/user-menu.tsx";
import { isAt } from "./is-at.ts";
import { pages } from "./pages.ts";
import type { PublicPage, Visit } from "./public-page.tsx";
import { PublicTree } from "./public-tree.tsx";

export type Answer =
  | { status: number; html: string; usesCamera?: boolean; retryAfterSeconds?: number }
  | { status: number; location: string };

export interface Drawing {
  locale: Locale;
  nonce: string;
}

/**
 * Draws a public page, a page behind the login, or the not-found page. Another page offers a retry if the database or the page's data is
 * away, or if maintenance stops the page. Throws the Redirect of a page that leads elsewhere.
 */
export async function answerVisit(visit: Visit, drawing: Drawing): Promise<Answer> {
  const page = findPage(visit);
  try {
    const failure = page === undefined || page.needs === "nothing" ? undefined : failureOf(page.needs, await visit.portalState());
    if (failure !== undefined) return await answerUnavailable(visit, failure, drawing);
    if (page !== undefined) return await drawPage(page, visit, { ...drawing, status: 200 });
    return answerAreaVisit(visit, drawing) ?? (await drawPage(pageCalled("(not found)"), visit, { ...drawing, status: 404 }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { failure } = error;
    if (failure.code === "errors.unavailable" || failure.code === "errors.maintenance")
      return await answerUnavailable(visit, failure, drawing);
    // A 503 of our own API makes this page a 503 too.
    const status = failure.status === 503 ? 503 : 500;
    return await drawPage(pageCalled("(failed)"), { ...visit, visitor: { is: "unclear", failure } }, { ...drawing, status });
  }
}

/** Returns why a page cannot be used now. */
function failureOf(needs: PublicPage["needs"], state: PortalState): Failure | undefined {
  const refused = { status: 503, statusText: "", message: "" };
  if (state.is === "away") return { ...refused, code: "errors.unavailable" };
  return state.is === "maintained" && needs === "writing"
    ? { ...refused, code: "errors.maintenance", retryAfterSeconds: state.seconds }
    : undefined;
}

/**
 * The page while the database is away or the portal is maintained. A browser without script asks for the page again by itself, with growing
 * pauses. It does not if it would repeat a form.
 */
export async function answerUnavailable(visit: Visit, failure: Failure, drawing: Drawing): Promise<Answer> {
  const { cookies, form } = visit;
  const tries = form === undefined ? Math.floor(Number(cookies.read(cookieNames.tries) ?? 0)) || 0 : 0;
  const waitSeconds = waitBefore(tries);
  // The count ends by itself, some time after the last try. It stops at ten, when the wait has long been the longest.
  if (form === undefined) cookies.write(cookieNames.tries, String(Math.min(tries, 9) + 1), 2 * waitSeconds + 60);
  const page = await drawPage(
    pageCalled("(unavailable)"),
    { ...visit, visitor: { is: "unclear", failure } },
    { ...drawing, status: 503, refresh: form === undefined ? { seconds: waitSeconds, address: visit.address } : undefined },
  );
  return { ...page, retryAfterSeconds: failure.code === "errors.maintenance" ? (failure.retryAfterSeconds ?? waitSeconds) : waitSeconds };
}

interface DrawingPage extends Drawing {
  status: number;
  refresh?: Refresh | undefined;
}

async function drawPage(page: PublicPage, visit: Visit, { locale, nonce, status, refresh }: DrawingPage) {
  const { props, screen } = await page.open(visit);
  const { settings, visitor } = visit;
  const { screen: script, ...files } = publicPageFiles(locale, pages.indexOf(page), visitor.is === "known");
  const html = htmlDocument({
    description: status === 200 ? page.description?.(visit) : undefined,
    refresh: refresh ?? page.refresh?.(visit),
    title: pageTitle(settings, page.title(visit), { isError: page.hasForm === true && readCode(visit.search["error"]) !== undefined }),
    files,
    nonce,
    data: { settings, visitor, screen: script, props },
    body: renderToString(
      <PublicTree portal={visit} UserMenu={UserMenu} SupportViewBanner={SupportViewBanner}>
        {screen}
      </PublicTree>,
    ),
  });
  return { status, html, usesCamera: page.usesCamera === true };
}

/** Returns the first row that matches a visit. */
function findPage(visit: Visit): PublicPage | undefined {
  return pages.find(({ path, when }) => isAt(path, visit.path) && when?.(visit) !== false);
}

function pageCalled(path: "(failed)" | "(not found)" | "(unavailable)"): PublicPage {
  const page = pages.find((each) => each.path === path);
  if (page === undefined) throw new Error(`The table of public pages lacks ${path}.`);
  return page;
}
