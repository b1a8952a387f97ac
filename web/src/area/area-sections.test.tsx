// @vitest-environment happy-dom
/** What the link to /player-groups is called among the sections (docs/glossary.md). Two permissions, because a single section draws no links. */
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { AreaSections } from "./area-sections.tsx";

test.each([
  ["a teacher", "Classes", ["manage_players", "view_user_group"]],
  ["an administrator", "Player groups", ["manage_players", "view_user_group", "admin"]],
] as const)("%s finds the classes under %s", async (_, name, permissions) => {
  await showLoggedIn(<AreaSections />, undefined, { user: { permissions: [...permissions] } });
  expect(screen.getByRole("link", { name }).getAttribute("href")).toBe("/player-groups");
});
