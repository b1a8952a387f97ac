/** When /login/google and /login/feide lead on to the provider (specification, section 2). */
import { listLoginTypes } from "@storyport/contract/login";
import { expect, test } from "vitest";
import { aPortal, kari } from "#/features/login/logged-in.fixture.ts";
import type { Visitor } from "#/features/login/visitor.ts";
import { createServerLoginState } from "#/features/login-state/login-state.ts";
import { loadProviderPage } from "./load-provider-page.ts";

const nobody: Visitor = { is: "nobody", expired: false };
const feide = { type: "FEIDE", description: "Feide" };

function aVisit(visitor: Visitor, methods: unknown = [feide], cookie = "") {
  const { fresh } = aPortal({ [listLoginTypes.path]: methods }, "");
  const loginState = createServerLoginState(cookie, () => undefined);
  return { loginState, load: (search = {}) => loadProviderPage({ fresh, loginState, visitor, search }, "FEIDE") };
}

test("a visitor without a login goes to the provider, and the address's request is kept", async () => {
  const { loginState, load } = aVisit(nobody);
  expect(await load({ postLoginPage: "/admin" })).toMatchObject({ shows: "leaving" });
  expect(loginState.read()).toEqual({ postLoginPage: "/admin" });
});

test("a logged-in user goes on to the page that the login was for", async () => {
  const { loginState, load } = aVisit({ is: "known", user: kari });
  expect(await load({ postLoginPage: "/admin" })).toMatchObject({ shows: "logged-in" });
  expect(loginState.read()).toEqual({ postLoginPage: "/admin" });
});

test("a logged-in token whose session has ended does not prevent a login", async () => {
  const state = encodeURIComponent(JSON.stringify({ loggedInToken: kari.accountId }));
  const { load } = aVisit(nobody, [feide], `login-state=${state}`);
  expect(await load()).toMatchObject({ shows: "leaving" });
});

test.each([
  ["not there", []],
  ["switched off", [{ ...feide, enabled: false }]],
  ["hidden", [{ ...feide, hidden: true }]],
])("a provider that is %s is not opened", async (_, methods) => {
  expect(await aVisit(nobody, methods).load()).toMatchObject({ shows: "off" });
});

test("a list that cannot be fetched does not stop the login", async () => {
  expect(await aVisit(nobody, 503).load()).toMatchObject({ shows: "leaving" });
});

test("while the login is unclear the browser is not sent away", async () => {
  const failure = { status: 503, statusText: "", code: "errors.unavailable", message: "" };
  await expect(aVisit({ is: "unclear", failure }).load()).rejects.toMatchObject({ failure });
});
