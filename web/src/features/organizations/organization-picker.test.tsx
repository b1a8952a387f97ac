// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { OrganizationPicker } from "./organization-picker.tsx";

const schools = [{ id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a102", organization_key: "Fjordskolen" }];
const failed = answered({ message: "Away", code: "errors.unavailable", requestId: "r" }, 503);

/** Opens the field of a user with more organizations than a select offers. */
async function openSearch(isAway: () => boolean) {
  const entityCount = 25;
  await showLoggedIn(<OrganizationPicker label="School" placeholder="Choose" value="" onChange={() => undefined} />, () =>
    isAway() ? failed : answered({ results: schools, page: { entityCount, entityOffset: 0, entityLimit: 20 } }),
  );
  const field = await screen.findByRole("combobox", { name: "School" });
  return (text: string) => fireEvent.input(field, { target: { value: text }, inputType: "insertText" });
}

const announced = () => screen.getAllByRole("status").map(({ textContent }) => textContent);

test("a search that failed shows its failure, and no list that still searches; the next search shows its list", async () => {
  let isAway = false;
  const type = await openSearch(() => isAway);
  isAway = true;
  type("fj");
  expect(announced()).toEqual(["Searching..."]);
  expect((await screen.findByRole("alert")).textContent).toContain("Failed to load organizations");
  expect(announced()).toEqual([""]);
  expect(screen.queryByRole("listbox")).toBeNull();
  isAway = false;
  type("fjo");
  expect(await screen.findByRole("option", { name: "Fjordskolen" })).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
});
