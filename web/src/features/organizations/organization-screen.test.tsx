// @vitest-environment happy-dom
import { m } from "@storyport/texts/messages";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { OrganizationScreen } from "./organization-screen.tsx";

const organization = {
  id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a102",
  version: 1,
  key: "Fjordskolen",
  description: "A school",
  requiresPasskeys: false,
  createdAt: "2026-11-22T08:00:00.000Z",
  memberCount: 1,
  userGroupCount: 0,
  playerGroupCount: 0,
  playerCount: 0,
  roles: [],
  games: [],
};

test("a link to the edit tab shows the whole overview to a user who may not edit", async () => {
  await showLoggedIn(<OrganizationScreen organizationId={organization.id} place={{ tab: "edit" }} />, () => answered(organization));
  expect(await screen.findByRole("link", { name: m["rosters.title"]() })).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
});
