// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { m } from "@storyport/texts/messages";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dropFormsOfTheSession, formsOfTheSession, keptDrafts, keptKeyOf } from "#/features/edits/drop-kept-values.ts";
import { aPortal } from "#/features/login/logged-in.fixture.ts";
import { handOverKey } from "#/features/login-state/login-state.ts";
import { PortalContext } from "#/shell/portal.ts";
import type { Portal } from "#/shell/portal.ts";
import { LogoutScreen } from "./logout-screen.tsx";

const list = keptKeyOf(formsOfTheSession.classImport);

beforeEach(() => {
  sessionStorage.setItem(handOverKey, "to a game");
  keptDrafts.set(list, "of a class");
});
afterEach(() => {
  cleanup();
  dropFormsOfTheSession();
  sessionStorage.clear();
});

const open = (part: Partial<Portal>) =>
  render(
    <PortalContext value={{ ...aPortal({}), ...part }}>
      <LogoutScreen />
    </PortalContext>,
  );

test("without a user the page drops what this tab keeps, because a logout without a script left it", () => {
  open({ visitor: { is: "nobody", expired: false } });
  expect(screen.getByText(m["logout.notLoggedIn"]())).toBeDefined();
  expect(sessionStorage.getItem(handOverKey)).toBeNull();
  expect(keptDrafts.get(list)).toBeUndefined();
});

test("the question drops nothing, because the user may cancel", () => {
  open({});
  expect(screen.getByRole("button", { name: m["logout.button"]() })).toBeDefined();
  expect(sessionStorage.getItem(handOverKey)).toBe("to a game");
  expect(keptDrafts.get(list)).toBe("of a class");
});
