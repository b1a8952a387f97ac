// @vitest-environment happy-dom
import { createUserGroup } from "@storyport/contract/user-groups";
import { endpointUrl } from "@storyport/contract/endpoint";
import { m } from "@storyport/texts/messages";
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { keptDrafts, keptKeyOf } from "#/features/edits/drop-kept-values.ts";
import { answered, sessionOver, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { CreateUserGroupScreen } from "./create-user-group-screen.tsx";

beforeEach(() => sessionStorage.clear());

test("a group that was created is no draft when the session ends", async () => {
  let isOver = false;
  const { queries, left } = await showLoggedIn(<CreateUserGroupScreen />, ({ url }) => {
    if (isOver) return sessionOver;
    if (url === endpointUrl(createUserGroup)) return answered({ id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a101" }, 201);
    return answered({ results: [], page: { entityCount: 0, entityOffset: 0, entityLimit: 20 } });
  });
  fireEvent.change(screen.getByRole("textbox", { name: /name/i }), { target: { value: "Teachers of grade 4" } });
  fireEvent.click(screen.getByRole("button", { name: "Create user group" }));
  const way = await screen.findByRole("link", { name: /members/i });
  // The pressed button is disabled now, and cannot keep the focus.
  expect(document.activeElement).toBe(way.closest("[role=status]"));
  isOver = true;
  // A refused load waits for the login, so it never ends.
  void queries.refetchQueries();
  await expect.poll(() => left.mock.calls.length).toBeGreaterThan(0);
  expect(keptDrafts.get(keptKeyOf("create-user-group"))).toBeUndefined();
});

test("a name that is typed while the former group is created stays a draft", async () => {
  let isOver = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  const { queries, left } = await showLoggedIn(<CreateUserGroupScreen />, async ({ url }) => {
    if (isOver) return sessionOver;
    if (url === endpointUrl(createUserGroup)) {
      await promise;
      return answered({ id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a101" }, 201);
    }
    return answered({ results: [], page: { entityCount: 0, entityOffset: 0, entityLimit: 20 } });
  });
  const name = screen.getByRole("textbox", { name: /name/i });
  fireEvent.change(name, { target: { value: "Teachers of grade 4" } });
  fireEvent.click(screen.getByRole("button", { name: "Create user group" }));
  fireEvent.change(name, { target: { value: "Teachers of grade 5" } });
  await act(async () => resolve());
  await screen.findByRole("link", { name: /members/i });
  isOver = true;
  void queries.refetchQueries();
  expect(await screen.findByRole("dialog", { name: "You have been logged out" })).toBeTruthy();
  expect(left).not.toHaveBeenCalled();
});

test.each([
  ["errors.displayNameSpecialCharacters", m["errors.displayNameSpecialCharacters"]()],
  ["errors.invalidInput", m["userGroups.nameLength"]()],
])("a refused name says what is wrong with it: %s", async (code, messages) => {
  const refusal = answered({ message: "no", code, requestId: "r", errors: [{ field: "groupName", message: "no", code }] }, 400);
  await showLoggedIn(<CreateUserGroupScreen />, ({ url }) =>
    url === endpointUrl(createUserGroup) ? refusal : answered({ results: [], page: { entityCount: 0, entityOffset: 0, entityLimit: 20 } }),
  );
  fireEvent.change(screen.getByRole("textbox", { name: /name/i }), { target: { value: "Tea\u202echers" } });
  fireEvent.click(screen.getByRole("button", { name: "Create user group" }));
  expect((await screen.findByRole("alert")).textContent).toBe(m["userGroups.invalidInput"]({ messages }));
});
