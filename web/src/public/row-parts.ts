/** Titles and data that several rows of the table of public pages share. */
import { waits } from "@storyport/contract/limits";
import { m } from "@storyport/texts/messages";
import type { Failure } from "#/api/api-error.ts";
import { readCode } from "#/api/read-code.ts";
import { areaPaths } from "#/area/area-shell.tsx";
import { loadProviderPage } from "#/features/federated-login/load-provider-page.ts";
import { providerNames } from "#/features/federated-login/provider-login.ts";
import { readAttempt } from "#/features/links/form-return.ts";
import { readFormSearch } from "#/features/links/form-search.ts";
import { requireAccount } from "#/features/login/require-account.ts";
import { pageAfterLogin } from "#/features/login-state/page-after-login.ts";
import { publicPagesAfterLogin } from "#/features/login-state/post-login-page.ts";
import type { Visit } from "./public-page.tsx";

export const isLoggedIn = ({ visitor }: Visit) => visitor.is === "known";
/** An address with a query has no description, because it may hold a game's request. */
export const loginDescription = ({ settings, searchText }: Visit) =>
  searchText === "" ? m["login.description"]({ productName: settings.productName }) : undefined;
export const loginTitle = ({ settings }: Visit) => m["login.heading"]({ productName: settings.productName });
/** The props of a page with a natively submitted form: the outcome that its address tells, and what was typed. */
export const formOf = ({ search, cookies }: Visit) => ({ search: readFormSearch({ search, cookies }), attempt: readAttempt(cookies) });
/** A page whose form leads to the login when it is done (specification, section 4). `LinkDone` does the same by script. */
export const formToLogin = {
  hasForm: true,
  refresh: ({ search, cookies }: Visit) =>
    readFormSearch({ search, cookies }).done === undefined ? undefined : { seconds: waits.afterSuccess / 1000, address: "/login" },
} as const;
export const nothing = () => ({});
/** The props of a page whose address may tell why it was opened again. */
export const errorOf = ({ search }: Visit) => ({ error: readCode(search["error"]) });
/** Leads a visitor without an account to the login. */
export function loggedIn(visit: Visit): Record<string, never> {
  requireAccount(visit, visit.address);
  return {};
}

/** The pages that a login may lead to (DESIGN A16). */
export const pagesAfterLogin = () => [...publicPagesAfterLogin, ...areaPaths()];

/** Leads on after a login. Without script there is no tab's own copy of the login state, so the cookie decides. */
export function afterLogin({ visitor, loginState }: Visit) {
  if (visitor.is !== "known") return undefined;
  return { seconds: 0, address: pageAfterLogin(visitor.user, loginState.read(), pagesAfterLogin()) };
}

/** Title and data of the page before a provider. */
export function pageOf(provider: keyof typeof providerNames) {
  return {
    title: () => m["federatedLogin.title"]({ provider: providerNames[provider] }),
    load: (visit: Visit) => loadProviderPage(visit, provider),
  };
}

/** For the pages that are drawn because the visitor could not be determined. Throws on any other page. */
export function failureOf({ visitor }: Visit): { failure: Failure } {
  if (visitor.is !== "unclear") throw new Error("The visitor is known, so there is no failure to show.");
  return { failure: visitor.failure };
}
