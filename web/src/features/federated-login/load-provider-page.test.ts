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

test("whoever is not logged in goes to the provider, and what the address asks for is kept", async () => {
  const { loginState, load } = aVisit(nobody);
  expect(await load({ postLoginPage: "/admin" })).toMatchObject({ shows: "leaving" });
  expect(loginState.read()).toEqual({ postLoginPage: "/admin" });
});

test("whoever is logged in goes on to what the login was for", async () => {
  const { loginState, load } = aVisit({ is: "known", user: kari });
  expect(await load({ postLoginPage: "/admin" })).toMatchObject({ shows: "logged-in" });
  expect(loginState.read()).toEqual({ postLoginPage: "/admin" });
});

test("a logged-in token whose session has ended keeps nobody from logging in", async () => {
  const state = encodeURIComponent(JSON.stringify({ loggedInToken: kari.accountId }));
  const { load } = aVisit(nobody, [feide], `login-state=${state}`);
  expect(await load()).toMatchObject({ shows: "leaving" });
});

test.each([
  ["not there", []],
  ["switched off", [{ ...feide, enabled: false }]],
  ["hidden", [{ ...feide, hidden: true }]],
])("a provider that is %s is not gone to", async (_, methods) => {
  expect(await aVisit(nobody, methods).load()).toMatchObject({ shows: "off" });
});

test("a list that cannot be had stops nobody", async () => {
  expect(await aVisit(nobody, 503).load()).toMatchObject({ shows: "leaving" });
});

test("while it is unclear who is here nobody is sent away", async () => {
  const failure = { status: 503, statusText: "", code: "errors.unavailable", message: "" };
  await expect(aVisit({ is: "unclear", failure }).load()).rejects.toMatchObject({ failure });
});
