// @vitest-environment happy-dom
import { listGames } from "@storyport/contract/games";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { keptDrafts, keptKeyOf } from "#/features/edits/drop-kept-values.ts";
import { answered, sessionOver, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { CreateOrganizationScreen } from "./create-organization-screen.tsx";

beforeEach(() => sessionStorage.clear());

test("an organization that was created is no draft when the session ends", async () => {
  let isOver = false;
  const { queries, left } = await showLoggedIn(<CreateOrganizationScreen />, ({ url }) => {
    if (isOver) return sessionOver;
    return url.includes(listGames.path) ? answered([]) : answered({ id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a102" }, 201);
  });
  const type = (name: RegExp, value: string) => fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
  type(/key/i, "Fjordskolen");
  type(/description/i, "A school by the fjord");
  fireEvent.click(screen.getByRole("button", { name: "Create organization" }));
  await screen.findByRole("link", { name: /Fjordskolen/ });
  // The pressed button is disabled now, and cannot keep the focus.
  expect(document.activeElement).toBe(screen.getByRole("status"));
  isOver = true;
  // A refused load waits for the login, so it never ends.
  void queries.refetchQueries();
  await expect.poll(() => left.mock.calls).toHaveLength(1);
  expect(keptDrafts.get(keptKeyOf("create-organization"))).toBeUndefined();
});

test("the link to the created organization keeps its name while the next key is typed", async () => {
  await showLoggedIn(<CreateOrganizationScreen />, ({ url }) =>
    url.includes(listGames.path) ? answered([]) : answered({ id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a102" }, 201),
  );
  const type = (name: RegExp, value: string) => fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
  type(/key/i, "Fjordskolen");
  type(/description/i, "A school by the fjord");
  fireEvent.click(screen.getByRole("button", { name: "Create organization" }));
  await screen.findByRole("link", { name: /Fjordskolen/ });
  type(/key/i, "EscolaSol");
  await waitFor(() => expect(screen.getByRole("textbox", { name: /key/i })).toHaveProperty("value", "EscolaSol"));
  expect(screen.getByRole("link").textContent).toContain("Fjordskolen");
});

test("a key that is typed while the former organization is created stays a draft", async () => {
  let isOver = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  const { queries, left } = await showLoggedIn(<CreateOrganizationScreen />, async ({ url }) => {
    if (isOver) return sessionOver;
    if (url.includes(listGames.path)) return answered([]);
    await promise;
    return answered({ id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a102" }, 201);
  });
  const type = (name: RegExp, value: string) => fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
  type(/key/i, "Fjordskolen");
  type(/description/i, "A school by the fjord");
  fireEvent.click(screen.getByRole("button", { name: "Create organization" }));
  type(/key/i, "EscolaSol");
  await act(async () => resolve());
  await screen.findByRole("link", { name: /Fjordskolen/ });
  isOver = true;
  void queries.refetchQueries();
  expect(await screen.findByRole("dialog", { name: "You have been logged out" })).toBeTruthy();
  expect(left).not.toHaveBeenCalled();
});

test("a refusal with a message alone shows the message", async () => {
  await showLoggedIn(<CreateOrganizationScreen />, ({ url }) =>
    url.includes(listGames.path) ? answered([]) : answered({ message: "kaputt" }, 500),
  );
  fireEvent.change(screen.getByRole("textbox", { name: /key/i }), { target: { value: "Fjordskolen" } });
  fireEvent.change(screen.getByRole("textbox", { name: /description/i }), { target: { value: "A school by the fjord" } });
  fireEvent.click(screen.getByRole("button", { name: "Create organization" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Failed to create organization: kaputt");
});

test("a refusal takes the focus, because many games may be between it and the field", async () => {
  await showLoggedIn(<CreateOrganizationScreen />, ({ url }) =>
    url.includes(listGames.path) ? answered([]) : answered({ message: "Taken", code: "errors.organizationKeyTaken", requestId: "r" }, 409),
  );
  const type = (name: RegExp, value: string) => fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
  type(/key/i, "Fjordskolen");
  type(/description/i, "A school by the fjord");
  const create = screen.getByRole("button", { name: "Create organization" });
  for (const press of ["first", "second"]) {
    create.focus();
    await act(async () => void fireEvent.click(create));
    await waitFor(() => expect(document.activeElement, press).toBe(screen.getByRole("alert")));
  }
});
