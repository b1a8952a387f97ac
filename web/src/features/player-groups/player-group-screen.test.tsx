// @vitest-environment happy-dom
import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import type { GroupTab } from "./group-tab.ts";
import { PlayerGroupScreen } from "./player-group-screen.tsx";

const group: PlayerGroupDetails = {
  id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100",
  version: 1,
  name: "2A",
  groupType: "REGULAR",
  rightsType: "OWNER",
  isShared: true,
  organization: { id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a102", organization_key: "Fjordskolen" },
  createdAt: "2026-11-22T08:00:00.000Z",
  playerIds: [],
  players: [],
  rights: [],
};

async function open(tab: GroupTab, parts: Partial<PlayerGroupDetails>) {
  await showLoggedIn(<PlayerGroupScreen playerGroupId={group.id} place={{ tab }} />, () => answered({ ...group, ...parts }));
  await screen.findByRole("navigation", { name: "Parts of this class" });
}
const tabs = () => screen.getAllByRole("link").map(({ textContent }) => textContent);
const refusal = () => screen.queryByText("Your rights on this class do not allow this.");

test.each([
  ["rights", "OWNER", "Rights"],
  ["settings", "MODIFY", "Settings"],
] as const)("a link to the %s of an archived class is refused to %s, as its tabs have none", async (tab, rightsType, name) => {
  await open(tab, { groupType: "ARCHIVED", rightsType });
  expect(refusal()).not.toBeNull();
  expect(tabs()).not.toContain(name);
  expect(screen.queryByRole("heading", { level: 2 })).toBeNull();
});

test.each([
  ["rights", "REGULAR"],
  ["settings", "REGULAR"],
  ["settings", "ARCHIVED"],
] as const)("an owner opens the %s of a class of type %s", async (tab, groupType) => {
  await open(tab, { groupType });
  expect(refusal()).toBeNull();
  expect(screen.getAllByRole("heading", { level: 2 }).length).toBeGreaterThan(0);
});
