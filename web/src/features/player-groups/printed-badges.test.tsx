// @vitest-environment happy-dom
import type { BadgeEntry } from "@storyport/contract/qr-login";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { PrintedBadges } from "./printed-badges.tsx";

const badge = (displayName: string, groupName: string): BadgeEntry => ({
  qrCodeUrl: `https://portal.example/qr/${displayName}`,
  displayName,
  groupName,
  userId: displayName,
  expiresAt: "2027-07-31T22:00:00.000Z",
});

test("the badges of several classes have a list for each class, with its own students; cards and lists are in the order of the names", async () => {
  await showLoggedIn(<PrintedBadges badges={[badge("Nora", "2A"), badge("Emil", "2B"), badge("Ida", "2A")]} />);
  const lists = screen.getAllByRole("table").map((table) => ({
    title: table.querySelector("caption")?.textContent,
    students: within(table)
      .getAllByRole("rowheader")
      .map(({ textContent }) => textContent),
  }));
  expect(lists).toEqual([
    { title: "2A", students: ["Ida", "Nora"] },
    { title: "2B", students: ["Emil"] },
  ]);
  expect(screen.getAllByRole("listitem").map((card) => card.querySelector("strong")?.textContent)).toEqual(["Ida", "Nora", "Emil"]);
});

test("a single badge needs no list", async () => {
  await showLoggedIn(<PrintedBadges badges={[badge("Nora", "2A")]} />);
  expect(await screen.findByText("Nora")).toBeDefined();
  expect(screen.queryByRole("table")).toBeNull();
});
