// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { OneTimeCodes } from "./one-time-codes.tsx";

test("the codes of a class are in the order of its list, by name in the reader's language", async () => {
  const codes = ["Mohammed", "Zoë", "Māra"].map((displayName, index) => ({
    userId: displayName,
    displayName,
    otpCode: `FKM40718${index}`,
    expiresAt: "2999-11-22T08:35:00.000Z",
  }));
  await showLoggedIn(<OneTimeCodes codes={codes} />);
  expect(screen.getAllByRole("listitem").map((card) => card.querySelector("strong")?.textContent)).toEqual(["Māra", "Mohammed", "Zoë"]);
});
