// @vitest-environment happy-dom
/** What the form proposes before the user has chosen, and what it keeps of the choice. */
import type { ClassMoveCheck } from "@storyport/contract/class-moves";
import { limits } from "@storyport/contract/limits";
import { m } from "@storyport/texts/messages";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { sessionOver, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { MoveForm } from "./move-form.tsx";

const id = (last: number) => `0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a10${last}`;
const classes = ["2B", "3A", "Puffins"].map((groupName, index) => ({ playerGroupId: id(index), groupName }));

beforeEach(() => sessionStorage.clear());

/** Shows the form for all students of a class. Every call is refused, because the session has ended. */
async function show(groupName: string, others: ClassMoveCheck["classes"] = classes, parts: Partial<ClassMoveCheck> = {}) {
  const check: ClassMoveCheck = {
    id: id(9),
    groupName,
    organization: { id: id(8), organization_key: "Fjordskolen" },
    mayArchive: true,
    hasLesson: false,
    students: [{ userId: id(7), displayName: "Nora", hasBadge: true, isThere: false, isDeactivated: false }],
    players: [],
    classes: others,
    ...parts,
  };
  return await showLoggedIn(
    <MoveForm check={check} student={undefined} onTarget={() => undefined} onMoved={() => undefined} />,
    () => sessionOver,
  );
}

const target = () => screen.getByLabelText<HTMLSelectElement>("To class").selectedOptions[0]?.textContent;
const newName = () => screen.getByLabelText<HTMLInputElement>("Name of the new class");

test("a class goes to the existing class of its next year", async () => {
  await show("2A");
  expect(target()).toBe("3A");
  expect(screen.queryByLabelText("Name of the new class")).toBeNull();
});

test("a class without next year's class gets a new one, and the field of its name ends at the longest name", async () => {
  await show("4C");
  expect(newName().value).toBe("5C");
  expect(newName().maxLength).toBe(limits.playerGroupName.max);
});

test("no class is chosen after a class whose next year is not certain, and without a choice no question appears", async () => {
  await show("Puffins");
  expect(target()).toBe("Choose a class");
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Continue" })));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("without other classes, a class whose next year is not certain gets a new class, and the user names it", async () => {
  await show("Puffins", []);
  expect(newName().value).toBe("");
});

/** Makes a choice, and sends the move to a session that has ended. */
async function chooseAndLeave(choose: () => void) {
  const { page } = await show("4C");
  choose();
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Move" })));
  await screen.findByRole("dialog", { name: "You have been logged out" });
  dispatchEvent(new Event("pagehide"));
  page.unmount();
}

test("the choice survives the end of the session", async () => {
  await chooseAndLeave(() => {
    fireEvent.change(newName(), { target: { value: "5C north" } });
    fireEvent.click(screen.getByLabelText("Archive 4C afterwards", { exact: false }));
    fireEvent.click(screen.getByLabelText("Make new badges and print them"));
  });
  await show("4C");
  expect(newName().value).toBe("5C north");
  expect(screen.getByLabelText("Archive 4C afterwards", { exact: false })).toHaveProperty("checked", false);
  expect(screen.getByLabelText("Make new badges and print them")).toHaveProperty("checked", false);
  expect(screen.getByText(m["area.valuesKept"]())).toBeDefined();
});

test("a kept class that is gone after the login is chosen again", async () => {
  await chooseAndLeave(() => fireEvent.change(screen.getByLabelText("To class"), { target: { value: id(2) } }));
  await show("4C", classes.slice(0, 2));
  expect(target()).toBe("Choose a class");
});

test("students and players are in the order of the class's list, by name in the reader's language", async () => {
  const student = { hasBadge: false, isThere: false, isDeactivated: false };
  await show("2A", classes, {
    students: ["Mohammed", "Māra"].map((displayName, index) => ({ ...student, userId: id(index), displayName })),
    players: ["Zoë", "Åse"].map((playerName, index) => ({ playerId: id(index + 4), playerName, isThere: false })),
  });
  const names = ["Students who move", /^Players without a student login/].map((name) =>
    within(screen.getByRole("group", { name }))
      .getAllByRole("checkbox")
      .map((box) => box.closest("label")?.textContent),
  );
  expect(names).toEqual([
    ["Māra", "Mohammed"],
    ["Åse", "Zoë"],
  ]);
});

test("two students of one name are told apart by their boats, and an erased student is named as such, last", async () => {
  const student = { hasBadge: false, isThere: false, isDeactivated: false };
  await show("2A", classes, {
    students: [id(1), id(2)].map((userId) => ({ ...student, userId, displayName: "Nora" })),
    players: ["-", "Robot"].map((playerName, index) => ({ playerId: id(index + 4), playerName, isThere: false })),
  });
  const lines = (name: RegExp) =>
    within(screen.getByRole("group", { name }))
      .getAllByRole("checkbox")
      .map((box) => box.closest("label"));
  const boats = lines(/^Students who move/).map((line) => line?.querySelector<SVGElement>("svg")?.dataset["boat"]);
  expect(boats.filter((boat) => boat !== undefined)).toHaveLength(2);
  expect(boats[0]).not.toBe(boats[1]);
  expect(lines(/^Players without/).map((line) => line?.textContent)).toEqual(["Robot", "Erased student"]);
});
