// @vitest-environment happy-dom
/** Teachers read "class". Administrators of the platform read "player group" (docs/glossary.md). */
import { screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import type { Api } from "#/shell/logged-in-page.fixture.tsx";
import { PlayerGroupScreen } from "./player-group-screen.tsx";
import { PlayerGroupsScreen } from "./player-groups-screen.tsx";
import { aPlayerGroup } from "./player-groups.fixture.ts";

const group = aPlayerGroup({ name: "2B", groupType: "ARCHIVED" });
const nothing = { results: [], page: { entityCount: 0, entityOffset: 0, entityLimit: 50 } };
const teacher = ["manage_players", "view_user_group"] as const;

describe.each([
  ["a teacher", [...teacher], "Class 2B", "Classes", "No classes found"],
  ["a manager of a school", [...teacher, "manage_members"], "Class 2B", "Classes", "No classes found"],
  ["an administrator", [...teacher, "manage_members", "admin"], "Player group 2B", "Player groups", "No player groups found"],
] as const)("%s", (_, permissions, heading, list, none) => {
  const show = (part: ReactNode, api: Api) => showLoggedIn(part, api, { user: { permissions: [...permissions] } });

  test(`reads "${heading}" above a class`, async () => {
    await show(<PlayerGroupScreen playerGroupId={group.id} place={{ tab: "settings" }} />, () => answered(group));
    expect(await screen.findByRole("heading", { level: 1, name: heading })).not.toBeNull();
  });

  test(`reads "${list}" above the list`, async () => {
    const api: Api = ({ url }) => answered(url.includes("player-groups") ? nothing : []);
    await show(<PlayerGroupsScreen place={{ page: 1, filter: "x" }} />, api);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(list);
    expect(await screen.findByText(none)).not.toBeNull();
  });
});
