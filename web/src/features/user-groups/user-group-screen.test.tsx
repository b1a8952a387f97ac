// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { UserGroupScreen } from "./user-group-screen.tsx";
import { aUserGroup } from "./user-groups.fixture.ts";

const group = aUserGroup({ membersInfo: { memberCount: 0, groupManagers: [] } });

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
