// @vitest-environment happy-dom
import type { UserGroupDetails } from "@storyport/contract/user-groups";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { UserGroupScreen } from "./user-group-screen.tsx";

const group: UserGroupDetails = {
  id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a101",
  version: 1,
  groupName: "Teachers",
  groupType: "REGULAR",
  organizationId: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a102",
  playerGroups: [],
  membersInfo: { memberCount: 0, groupManagers: [] },
  created: "2026-11-22T08:00:00.000Z",
  createdBy: null,
  permissions: [],
  organization: { id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a102", organization_key: "Fjordskolen" },
  roles: [],
  playerGroupRights: [],
  hidden: false,
  mayManage: true,
};

const noMembers = { results: [], page: { entityCount: 0, entityOffset: 0, entityLimit: 50 } };

test.each([
  ["add", "an archived group", { groupType: "ARCHIVED" }],
  ["edit", "a group that the user may not manage", { mayManage: false }],
] as const)("a link to ?tab=%s of %s shows the members", async (tab, _, parts) => {
  await showLoggedIn(<UserGroupScreen userGroupId={group.id} place={{ tab }} />, ({ url }) =>
    answered(url.includes("/members") ? noMembers : { ...group, ...parts }),
  );
  expect(await screen.findByRole("heading", { name: "Members" })).toBeTruthy();
});
