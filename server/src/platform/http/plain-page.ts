/**
 * The page for a request that never reached a route. It is in English, because the language is chosen later. Nothing of the request is
 * repeated.
 */
import { m } from "@storyport/texts/messages";
import type { Refusal } from "#/platform/refusal.ts";

const english = { locale: "en" } as const;
const page = /^GET \/(?!api(?:\/|[ ?])|\.well-known\/)/;
const navigates = /^(?:sec-fetch-mode:[ \t]*navigate\b|accept:[^\r\n]*\btext\/html\b)/im;

/** Whether a browser asked for a page, judged by the first bytes. */
export function asksForPage(bytes: string): boolean {
  return page.test(bytes) && navigates.test(bytes);
}

/** The sentences come from the catalogues, so none is escaped. */
export function plainPage({ code, message: sentence }: Refusal): string {
  // Before a route only headers can be too large. In a browser these are nearly always cookies.
  const advice = code === "errors.payloadTooLarge" ? m["plainPage.clearCookies"]({}, english) : m["plainPage.checkAddress"]({}, english);
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${sentence}</title>`;
  const body = `<main><h1>${sentence}</h1><p>${advice}</p><p><a href="/login">${m["links.toLogin"]({}, english)}</a></p></main>`;
  return `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
}
