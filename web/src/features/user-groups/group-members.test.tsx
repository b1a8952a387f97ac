// @vitest-environment happy-dom
import type { GroupMember } from "@storyport/contract/user-groups";
import { m } from "@storyport/texts/messages";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { GroupMembers } from "./group-members.tsx";
import { aUserGroup } from "./user-groups.fixture.ts";

const group = aUserGroup();
const kari: GroupMember = {
  id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a103",
  email: "kari@school.example",
  displayName: "Kari",
  rightsType: "READ",
  userStatus: "ACTIVE",
  loginTypes: ["PASSWORD"],
  primaryOrganization: "Fjordskolen",
  organizations: ["Fjordskolen"],
  roles: [],
  players: [],
};

test.each([
  ["removal", m["userGroups.remove"](), m["userGroups.remove"](), m["userGroups.removeKeep"]()],
  ["change", m["userGroups.changeRights"](), m["area.save"](), m["area.cancel"]()],
])("after the refused %s of a member whom another user has removed, the member leaves the list", async (_, action, yes, no) => {
  let members = [kari];
  await showLoggedIn(<GroupMembers group={group} place={{}} />, ({ method }) =>
    method === "GET"
      ? answered({ results: members, page: { entityCount: members.length, entityOffset: 0, entityLimit: 50 } })
      : answered({ message: "Gone", code: "errors.notFound", requestId: "r" }, 404),
  );
  fireEvent.click(await screen.findByRole("button", { name: `${action} Kari` }));
  members = [];
  const dialog = within(screen.getByRole("dialog"));
  await act(async () => void fireEvent.click(dialog.getByRole("button", { name: yes })));
  await dialog.findByText(m["userGroups.notFound"]());
  fireEvent.click(dialog.getByRole("button", { name: no }));
  expect(await screen.findByText(m["userGroups.noMembers"]())).toBeTruthy();
});
