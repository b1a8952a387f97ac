// @vitest-environment happy-dom
import type { ClassImport } from "@storyport/contract/class-imports";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { RecentImports } from "./recent-imports.tsx";

const added: ClassImport = {
  id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100",
  createdAt: "2026-11-22T08:00:00.000Z",
  importedBy: "Kari Nordmann",
  students: 24,
  undoableUntil: "2026-11-23T08:00:00.000Z",
};

test("the undo of a list asks once for the lists, shows it as undone, and leaves the focus at the heading", async () => {
  const asked: string[] = [];
  await showLoggedIn(<RecentImports playerGroupId={undefined} />, ({ method }) => {
    asked.push(method);
    if (method === "POST") return answered({});
    return answered([asked.includes("POST") ? { ...added, obstacle: "errors.importUndone" } : added]);
  });
  const press = async (place: HTMLElement) =>
    await act(async () => void fireEvent.click(within(place).getByRole("button", { name: "Undo the list" })));
  await press(await screen.findByRole("table"));
  await press(screen.getByRole("dialog"));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Undo the list" })).toBeNull());
  expect(screen.getByText("This list is already undone.")).toBeTruthy();
  expect(asked).toEqual(["GET", "POST", "GET"]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Lists added lately" })));
});
