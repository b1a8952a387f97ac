// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { PersonalDataScreen } from "./personal-data-screen.tsx";

const userId = "3f0c7b52-5f0e-4d6b-9a51-0d7f8a3c1e10";

test.each([
  ["one's own data", undefined, "/api/auth/personal-data?whole=true"],
  ["a student's data", userId, `/api/auth/users/${userId}/personal-data?whole=true`],
])("the download of %s is one file with the whole history", async (_, of, address) => {
  await showLoggedIn(<PersonalDataScreen {...(of !== undefined && { userId: of })} />);
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links.filter((href) => href?.includes("personal-data"))).toEqual([address]);
});
