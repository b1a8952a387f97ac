/** The server's half of the web app: one page for one request. Built by `vite build --ssr` into dist/server/entry-server.js. */
import { createMemoryHistory } from "@tanstack/react-router";
import { RouterServer, createRequestHandler, renderRouterToString } from "@tanstack/react-router/ssr/server";
import { cookieNames } from "@storyport/contract/limits";
import { overwriteServerAsyncLocalStorage } from "@storyport/texts/runtime";
import type { Locale } from "@storyport/texts/runtime";
import { AsyncLocalStorage } from "node:async_hooks";
import { ApiError } from "#/api/api-error.ts";
import { createCall } from "#/api/call.ts";
import { createChanges } from "#/api/changes.ts";
import type { Send } from "#/api/call.ts";
import { createRequestCookies } from "#/api/cookies.ts";
import type { Cookies } from "#/api/cookies.ts";
import { createFreshCall } from "#/api/fresh-call.ts";
import { createServerCurrentChoice } from "#/features/login-state/current-choice.ts";
import { createServerLoginState } from "#/features/login-state/login-state.ts";
import { noBadgeCode } from "#/features/qr-login/badge-code.ts";
import { chooseLanguage, languageMaxAgeSeconds, splitLanguage } from "#/shell/language.ts";
import type { PortalSettings } from "#/shell/portal-settings.ts";
import { storeLanguage } from "#/shell/store-language.ts";
import { createPortalRouter } from "#/router.tsx";
import { linkSheets, routerManifest } from "./server-assets.ts";

export interface PageRequest {
  /** Path and search. */
  url: string;
  /** The Cookie header. */
  cookies: string;
  /** The Accept-Language header. */
  language: string;
  /** Whether a page of ours led here. */
  isFromOurPages: boolean;
  /** Whether another site led here, or may have: neither a page of ours nor a typed or scanned address. */
  isFromElsewhere: boolean;
  nonce: string;
  settings: PortalSettings;
  /** Reaches our own API in process, with the person's cookies. */
  send: Send;
}

export interface Page {
  status: number;
  headers: [name: string, value: string][];
  html: string;
}

// The texts ask here for the language of the request they are rendered in.
const requestLanguage = new AsyncLocalStorage<{ locale?: Locale }>();
overwriteServerAsyncLocalStorage(requestLanguage);

/** Renders the page of an address: its HTML, a redirect, or the not-found page with status 404. Never rejects for what a visitor sent. */
export async function renderPage(request: PageRequest): Promise<Page> {
  const chosen = splitLanguage(request.url);
  const setCookies: string[] = [];
  const setCookie = (value: string) => void setCookies.push(value);
  const cookies = createRequestCookies(request.cookies, setCookie);
  const kept = cookies.read(cookieNames.language);
  const locale = chooseLanguage([chosen?.language, kept], request.language);
  if (chosen?.language === locale) {
    cookies.write(cookieNames.language, locale, languageMaxAgeSeconds);
    // Another site may lead here with a language of its liking; what the account keeps, only our own switch changes.
    if (request.isFromOurPages) await storeLanguage(createCall(request.send), cookies, locale);
  }
  const plain = withoutTemplates(request.url);
  const answer =
    chosen === undefined && plain === request.url
      ? await requestLanguage.run({ locale }, async () => await respond({ request, cookies, setCookie, locale }))
      : { status: 303, location: chosen?.url ?? plain, html: "" };
  const headers: Page["headers"] = [
    ...setCookies.map((value): [string, string] => ["Set-Cookie", value]),
    ["Content-Language", locale],
    ["Vary", "Cookie, Accept-Language"],
    answer.location === null ? ["Content-Type", "text/html; charset=utf-8"] : ["Location", answer.location],
  ];
  return { status: answer.status, headers, html: answer.html };
}

/** To the router "$name" in a path is a place to be filled in, and so it leads such an address to "/undefined": here it is text. */
function withoutTemplates(url: string): string {
  const [path = ""] = url.split("?", 1);
  return path.replaceAll("$", "%24") + url.slice(path.length);
}

interface Answer {
  status: number;
  location: string | null;
  html: string;
}

interface Rendering {
  request: PageRequest;
  cookies: Cookies;
  setCookie: (value: string) => void;
  locale: Locale;
}

/** Nothing that is drawn here stays to be outdated. */
const changes = createChanges();

async function respond({ request, cookies, setCookie, locale }: Rendering): Promise<Answer> {
  const call = createCall(request.send);
  const handle = createRequestHandler({
    request: new Request(new URL(request.url, "http://localhost")),
    getRouterManifest: () => Promise.resolve(routerManifest(locale, cookies.read(cookieNames.user) !== undefined)),
    createRouter: () =>
      createPortalRouter({
        history: createMemoryHistory({ initialEntries: [request.url] }),
        nonce: request.nonce,
        context: {
          settings: request.settings,
          call,
          changes,
          fresh: createFreshCall(call, () => performance.now()),
          cookies,
          loginState: createServerLoginState(request.cookies, setCookie),
          currentChoice: createServerCurrentChoice(),
          badgeCode: noBadgeCode,
          isFromElsewhere: request.isFromElsewhere,
        },
      }),
  });
  let failure: ApiError | undefined;
  const response = await handle(({ router, responseHeaders }) => {
    failure = router.state.matches.map(({ error }): unknown => error).find((error) => error instanceof ApiError);
    return renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> });
  });
  const location = response.headers.get("location");
  if (location !== null) return { status: 303, location, html: "" };
  // What our own API could not do for now, the page could not do for now either.
  const status = failure?.failure.status === 503 ? 503 : response.status;
  return { status, location, html: linkSheets(await response.text()) };
}
