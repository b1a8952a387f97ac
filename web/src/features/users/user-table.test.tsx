// @vitest-environment happy-dom
import type { UserSearchResult } from "@storyport/contract/users";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { UserTable } from "./user-table.tsx";

const user: UserSearchResult = {
  guid: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100",
  email: "kari@school.example",
  displayName: "Kari",
  locale: "nb",
  loginTypes: ["PASSWORD", "FEIDE"],
  created: "2026-01-02T03:04:05",
  activated: "2026-02-03T04:05:06",
  disabled: "2026-03-04T05:06:07",
};

/** Returns the cells of the only row, by column header. */
async function cellsOf(shown: UserSearchResult): Promise<Record<string, string>> {
  await showLoggedIn(<UserTable users={[shown]} busy={false} />);
  const [head, row] = screen.getAllByRole("row");
  if (head === undefined || row === undefined) throw new Error("There is no row.");
  const headers = within(head)
    .getAllByRole("columnheader")
    .map(({ textContent }) => textContent);
  const cells = [...row.querySelectorAll("th, td")].map(({ textContent }) => textContent);
  return Object.fromEntries(headers.map((header, index) => [header, cells[index] ?? ""]));
}

test("the columns are those of the specification, in its order (section 2)", async () => {
  const cells = await cellsOf(user);
  expect(Object.keys(cells)).toEqual(["User ID", "Email", "Locale", "Login Type", "Created", "Activated", "Disabled", "Permissions"]);
  expect(cells).toMatchObject({ Email: "kari@school.example", Locale: "nb" });
  expect(cells["Permissions"]).toMatch(/^Edit/);
  expect(cells["User ID"]).toContain(user.guid);
});

test("each date is in its own column, to the second", async () => {
  expect(await cellsOf(user)).toMatchObject({
    Created: "02.01.2026 03:04:05",
    Activated: "03.02.2026 04:05:06",
    Disabled: "04.03.2026 05:06:07",
  });
});

test("a missing date is '-', and an account that was never activated is inactive", async () => {
  const cells = await cellsOf({ ...user, activated: null, disabled: null });
  expect(cells).toMatchObject({ Created: "02.01.2026 03:04:05", Disabled: "-" });
  expect(cells["Activated"]).toMatch(/inactive/i);
});

test("an empty text for a date is as none", async () => {
  const cells = await cellsOf({ ...user, created: "", activated: "", disabled: "" });
  expect(cells).toMatchObject({ Created: "-", Disabled: "-" });
  expect(cells["Activated"]).toMatch(/inactive/i);
});
