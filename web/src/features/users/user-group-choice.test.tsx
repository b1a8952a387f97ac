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

test("the details name all of ten classes, and of more the first ten and others", () => {
  const playerGroups = (many: number) => Array.from({ length: many }, (_, index) => ({ id: `${index}`, groupName: `${index + 1}A` }));
  const groups = [10, 20].map((many) => ({ ...group(`group of ${many}`, "REGULAR"), playerGroups: playerGroups(many) }));
  render(<UserGroupChoice groups={{ all: groups, failure: undefined, retry: () => undefined }} chosen={[]} onChange={() => undefined} />);
  fireEvent.click(screen.getByRole("button", { name: "Show details" }));
  // Each name is isolated by invisible characters.
  const text = document.body.textContent.replaceAll(/[\u2066-\u2069]/g, "");
  expect(text).toContain("Classes: 1A, 2A, 3A, 4A, 5A, 6A, 7A, 8A, 9A, and 10A. Members");
  expect(text).toContain("Classes: 1A, 2A, 3A, 4A, 5A, 6A, 7A, 8A, 9A, 10A and others. Members");
});
