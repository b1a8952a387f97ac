// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { AllPlayers } from "./all-players.tsx";

test("blanks are no search: the field asks for a text, and nothing is requested (specification, section 5)", async () => {
  const requests: string[] = [];
  await showLoggedIn(<AllPlayers place={{ page: 1, filter: "" }} />, async ({ url }) => {
    requests.push(url);
    return answered({ results: [], total: 0, count: 0, offset: 0, limit: 10 });
  });
  const field = screen.getByRole("searchbox", { name: "Player name or ID" });
  fireEvent.change(field, { target: { value: "   " } });
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Search Players" })));
  expect(field).toHaveProperty("value", "");
  expect(field).toHaveProperty("validity.valueMissing", true);
  // An error page would have taken the list's place.
  expect(screen.getByRole("searchbox")).toBe(field);
  expect(requests).toEqual([]);
});
