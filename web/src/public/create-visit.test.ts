import { validateAuth } from "@storyport/contract/login";
import { expect, test } from "vitest";
import { createRequestCookies } from "#/api/cookies.ts";
import type { Send } from "#/api/call.ts";
import { createVisit } from "./create-visit.ts";

const stored = { gameId: "1", state: "s", clientCode: "c", callbackUrl: "https://one.test/cb" };
const notLoggedIn: Send = async ({ url }) => {
  expect(url).toContain(validateAuth.path);
  return { status: 401, statusText: "", retryAfter: null, body: JSON.stringify({ message: "No", code: "errors.notLoggedIn" }) };
};

/** Opens a page with a stored request, and returns the request that is left. */
async function leftAt(url: string, cookieHeader: string): Promise<unknown> {
  const cookies = `${cookieHeader}login-state=${encodeURIComponent(JSON.stringify(stored))}`;
  const request = { url, cookies, send: notLoggedIn, isFromElsewhere: false, portalState: async () => ({ is: "open" }) as const };
  const settings = { productName: "Storyport", companyUrl: "", supportEmail: "", dashboardUrl: "" };
  const setCookie = () => undefined;
  const visit = await createVisit({ ...request, settings }, { cookies: createRequestCookies(cookies, setCookie), setCookie });
  return visit.loginState.read();
}

const ended = "user=3f0c7b52-5f0e-4d6b-9a51-0d7f8a3c1e10; ";

test.each(["/", "/login", "/login?postLoginPage=/users/me", "/login/code", "/forgot-password", "/users/me"])(
  "at %s a session that has ended drops the game's request of its user",
  async (url) => expect(await leftAt(url, ended)).toEqual({}),
);

test.each(["/login", "/"])("at %s a visitor who was not logged in keeps the request", async (url) =>
  expect(await leftAt(url, "")).toEqual(stored),
);

test.each(["/login/second-factor?enrol=1", "/Login/Second-Factor/"])("at %s a half login keeps the request", async (url) =>
  expect(await leftAt(url, ended)).toEqual(stored),
);

test("at /game-redirect a session that has ended keeps the request, because the login leads back to it", async () =>
  expect(await leftAt("/game-redirect", ended)).toEqual(stored));
