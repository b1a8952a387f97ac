/** The server's half of the web: draws one page for one request. Built by `vite build --ssr` into dist/server/entry-server.js. */
import type { PortalState } from "@storyport/contract/endpoint";
import { cookieNames } from "@storyport/contract/limits";
import { overwriteServerAsyncLocalStorage } from "@storyport/texts/runtime";
import type { Locale } from "@storyport/texts/runtime";
import { AsyncLocalStorage } from "node:async_hooks";
import type { Failure } from "#/api/api-error.ts";
import { createCall } from "#/api/call.ts";
import type { Send } from "#/api/call.ts";
import { createRequestCookies } from "#/api/cookies.ts";
import type { Cookies } from "#/api/cookies.ts";
import { chooseLanguage, languageMaxAgeSeconds, splitLanguage } from "#/shell/language.ts";
import type { Visitor } from "#/features/login/visitor.ts";
import type { PortalSettings } from "#/shell/page-data.ts";
import { Redirect } from "#/shell/redirect.ts";
import { storeLanguage } from "#/shell/store-language.ts";
import type { KeptForm } from "#/shell/unavailable-screen.tsx";
import { answerUnavailable, answerVisit } from "./answer-visit.tsx";
import { createVisit } from "./create-visit.ts";
import type { Answer } from "./answer-visit.tsx";

export interface PageRequest {
  /** Path and search. The server has refused an address that begins with two slashes, because a redirect to it leads to another site. */
  url: string;
  /** The Cookie header. */
  cookies: string;
  /** The Accept-Language header. */
  language: string;
  /** True if one of our own pages led here. */
  isFromOurPages: boolean;
  /** True if another site led here, or may have: neither our own page nor a typed or scanned address. */
  isFromElsewhere: boolean;
  nonce: string;
  settings: PortalSettings;
  portalState: () => Promise<PortalState>;
  /** Calls our own API in process, with the user's cookies. */
  send: Send;
}

export interface Page {
  status: number;
  headers: [name: string, value: string][];
  html: string;
  /** Whether the page may ask for a camera. */
  usesCamera: boolean;
}

// While rendering, the texts read the request's language here.
const requestLanguage = new AsyncLocalStorage<{ locale?: Locale }>();
overwriteServerAsyncLocalStorage(requestLanguage);

/**
 * Draws the page of an address, a redirect, or a page that says why there is none (404, 500, 503). Never rejects because of a visitor's
 * input.
 */
export async function renderPage(request: PageRequest): Promise<Page> {
  const setCookies: string[] = [];
  const setCookie = (value: string) => void setCookies.push(value);
  const cookies = createRequestCookies(request.cookies, setCookie);
  const { locale, url } = await resolveLanguage(request, cookies);
  const answer =
    url === undefined
      ? await requestLanguage.run({ locale }, async () => await answerRequest(request, { locale, cookies, setCookie }))
      : { status: 303, location: url };
  return pageOf(answer, { locale, setCookies });
}

/** What could not be taken: a form, or the way to or from a provider. */
export interface RefusedRequest extends Omit<PageRequest, "isFromOurPages" | "isFromElsewhere" | "send" | "portalState"> {
  failure: Failure;
  form: KeptForm | undefined;
}

/** Draws the page for a request that the portal cannot take now. It calls nothing, so it works while the database is away. */
export async function renderUnavailable({ failure, form, ...request }: RefusedRequest): Promise<Page> {
  const setCookies: string[] = [];
  const setCookie = (value: string) => void setCookies.push(value);
  const cookies = createRequestCookies(request.cookies, setCookie);
  const locale = chooseLanguage([cookies.read(cookieNames.language)], request.language);
  const visitor: Visitor = { is: "unclear", failure };
  const closed = {
    isFromElsewhere: true,
    portalState: async () => ({ is: "away" }) as const,
    send: () => Promise.reject(new Error("This page calls nothing.")),
  };
  const answer = await requestLanguage.run({ locale }, async () => {
    const visit = await createVisit({ ...request, ...closed }, { cookies, setCookie, find: async () => visitor });
    return await answerUnavailable({ ...visit, form }, failure, { locale, nonce: request.nonce });
  });
  return pageOf(answer, { locale, setCookies });
}

function pageOf(answer: Answer, { locale, setCookies }: { locale: Locale; setCookies: readonly string[] }): Page {
  const headers: Page["headers"] = [
    ...setCookies.map((value): [string, string] => ["Set-Cookie", value]),
    ["Content-Language", locale],
    ["Vary", "Cookie, Accept-Language"],
    "location" in answer ? ["Location", answer.location] : ["Content-Type", "text/html; charset=utf-8"],
  ];
  const { html, usesCamera = false, retryAfterSeconds } = "html" in answer ? answer : { html: "", retryAfterSeconds: undefined };
  if (retryAfterSeconds !== undefined) headers.push(["Retry-After", String(retryAfterSeconds)]);
  return { status: answer.status, headers, html, usesCamera };
}

/** Returns the page's language. If the language switch sent the request, also the address without its parameter. */
async function resolveLanguage(request: PageRequest, cookies: Cookies): Promise<{ locale: Locale; url: string | undefined }> {
  const chosen = splitLanguage(request.url);
  const locale = chooseLanguage([chosen?.language, cookies.read(cookieNames.language)], request.language);
  if (chosen?.language === locale) {
    cookies.write(cookieNames.language, locale, languageMaxAgeSeconds);
    // Another site may link here with any language. Only our own switch may change the account's language.
    if (request.isFromOurPages) await storeLanguage(createCall(request.send), cookies, locale);
  }
  return { locale, url: chosen?.url };
}

interface Rendering {
  locale: Locale;
  cookies: Cookies;
  setCookie: (value: string) => void;
}

async function answerRequest(request: PageRequest, { locale, ...cookies }: Rendering): Promise<Answer> {
  try {
    return await answerVisit(await createVisit(request, cookies), { locale, nonce: request.nonce });
  } catch (error) {
    if (error instanceof Redirect) return { status: 303, location: error.location };
    throw error;
  }
}
