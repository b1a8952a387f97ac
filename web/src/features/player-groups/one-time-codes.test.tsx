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

test("two children of one name are told apart by their boats", async () => {
  const codes = ["one", "two"].map((userId, index) => ({
    userId,
    displayName: "Nora",
    otpCode: `FKM40718${index}`,
    expiresAt: "2999-11-22T08:35:00.000Z",
  }));
  await showLoggedIn(<OneTimeCodes codes={codes} />);
  const boats = screen.getAllByRole("listitem").map((card) => card.querySelector<SVGElement>("svg")?.dataset["boat"]);
  expect(boats.filter((boat) => boat !== undefined)).toHaveLength(2);
  expect(boats[0]).not.toBe(boats[1]);
});
