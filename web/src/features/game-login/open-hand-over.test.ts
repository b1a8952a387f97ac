/** What /game-redirect begins with, and what it adds to the login state (specification, section 2). */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBrowserCurrentChoice } from "#/features/login-state/current-choice.ts";
import { createBrowserLoginState } from "#/features/login-state/login-state.ts";
import { aPortal, kari } from "#/features/login/logged-in.fixture.ts";
import { openHandOver } from "./open-hand-over.ts";

const request = { gameId: "1", state: "s", clientCode: "c", callbackUrl: "https://game.test/cb" };
const school = "3f0c7b52-5f0e-4d6b-9a51-0d7f8a3c1e11";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("location", { protocol: "http:" });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

function aTab() {
  const visitor = { is: "known" as const, user: { ...kari, loginType: "FEIDE" as const } };
  return {
    ...aPortal({}),
    loginState: createBrowserLoginState(),
    currentChoice: createBrowserCurrentChoice(),
    visitor,
  };
}

test("the login state gets the user's login type, and the requested organization", () => {
  const tab = aTab();
  openHandOver(tab, { ...request, orgId: school, attempt: "a" });
  expect(tab.loginState.read()).toEqual({ ...request, orgId: school, loginType: "FEIDE" });
});

test("another user's former login type is not kept", () => {
  const tab = aTab();
  tab.loginState.save({ ...request, loginType: "PASSWORD" });
  openHandOver(tab, {});
  expect(tab.loginState.read()).toEqual({ ...request, loginType: "FEIDE" });
});

test("the hand-over is for the requested organization, and the tab keeps that organization", () => {
  const tab = aTab();
  tab.currentChoice.chooseOrganization("3f0c7b52-5f0e-4d6b-9a51-0d7f8a3c1e12");
  expect(openHandOver(tab, { ...request, orgId: school, attempt: "a" })).toMatchObject({
    task: { request: { ...request, attempt: "a" }, orgId: school },
    user: { accountId: kari.accountId, loginType: "FEIDE" },
  });
  expect(tab.currentChoice.read().organizationId).toBe(school);
});

test("a link without a whole request chooses no organization for the next game of this tab", () => {
  const tab = aTab();
  expect(openHandOver(tab, { gameId: request.gameId, orgId: school })).toMatchObject({ missing: "gameLogin.missingValues" });
  expect(tab.currentChoice.read().organizationId).toBeUndefined();
  expect(openHandOver(tab, { ...request, attempt: "b" })).toMatchObject({ task: { orgId: undefined } });
});

test("an organization that this tab chose before is told from one that the request names", () => {
  const tab = aTab();
  tab.currentChoice.chooseOrganization(school);
  expect(openHandOver(tab, { ...request, attempt: "a" })).toMatchObject({ task: { orgId: school, isOrgFromTab: true } });
  expect(openHandOver(tab, { ...request, orgId: school, attempt: "b" })).toMatchObject({ task: { orgId: school, isOrgFromTab: false } });
});

test("after a login the organization that the request named wins over an older choice of this tab", () => {
  const tab = aTab();
  tab.loginState.save({ ...request, orgId: school });
  tab.currentChoice.chooseOrganization("3f0c7b52-5f0e-4d6b-9a51-0d7f8a3c1e12");
  expect(openHandOver(tab, {})).toMatchObject({ task: { orgId: school, isOrgFromTab: false } });
});
