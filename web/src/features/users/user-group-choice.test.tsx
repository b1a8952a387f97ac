// @vitest-environment happy-dom
import type { UserGroup } from "@storyport/contract/user-groups";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { UserGroupChoice } from "./user-group-choice.tsx";

const group = (id: string, groupType: UserGroup["groupType"]): UserGroup => ({
  id,
  groupName: id,
  groupType,
  organizationId: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100",
  playerGroups: [],
  membersInfo: { memberCount: 0, groupManagers: [] },
  created: "2026-11-22T08:00:00.000Z",
  createdBy: null,
  roles: [],
  permissions: [],
});
const all = [group("open", "REGULAR"), group("hidden", "HIDDEN"), group("archived", "ARCHIVED"), group("other", "HIDDEN")];

function Choice({ isRemoveOnly }: { isRemoveOnly: boolean }) {
  const had = ["hidden", "archived"];
  const [chosen, setChosen] = useState<readonly string[]>(had);
  const groups = { all, failure: undefined, retry: () => undefined };
  return <UserGroupChoice groups={groups} chosen={chosen} had={had} isRemoveOnly={isRemoveOnly} onChange={setChosen} />;
}
const boxes = () => screen.getAllByRole<HTMLInputElement>("checkbox").map(({ value, checked }) => `${value}: ${checked}`);

afterEach(cleanup);

test("a hidden or archived group that the account has can be unticked and ticked again", () => {
  render(<Choice isRemoveOnly={false} />);
  expect(boxes()).toEqual(["open: false", "hidden: true", "archived: true"]);
  const hidden = () => screen.getByRole("checkbox", { name: "hidden" });
  fireEvent.click(hidden());
  expect(boxes()).toEqual(["open: false", "hidden: false", "archived: true"]);
  fireEvent.click(hidden());
  expect(boxes()).toEqual(["open: false", "hidden: true", "archived: true"]);
});

test("if groups can only be removed, those that the account has are listed alone", () => {
  render(<Choice isRemoveOnly />);
  expect(boxes()).toEqual(["hidden: true", "archived: true"]);
});
