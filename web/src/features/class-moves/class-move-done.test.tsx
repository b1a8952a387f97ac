// @vitest-environment happy-dom
/** The end of a move: who went where, and the way back. */
import type { ClassMoveCheck } from "@storyport/contract/class-moves";
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { ClassMoveScreen } from "./class-move-screen.tsx";

const id = (last: number) => `0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a10${last}`;
const student = { hasBadge: true, isThere: false, isDeactivated: false };
const check: ClassMoveCheck = {
  id: id(9),
  groupName: "2A",
  organization: { id: id(8), organization_key: "Fjordskolen" },
  mayArchive: true,
  hasLesson: false,
  students: [
    { ...student, userId: id(1), displayName: "Nora" },
    { ...student, userId: id(2), displayName: "Emil" },
  ],
  players: [],
  classes: [{ playerGroupId: id(3), groupName: "2B" }],
};

/** The text without the marks that isolate names. */
const plain = ({ textContent }: Element) => textContent.replaceAll(/[\u2068\u2069]/g, "");

beforeEach(() => sessionStorage.clear());

/** Moves one student, or all, to 2B. */
async function move(one: string | undefined): Promise<void> {
  const students = one === undefined ? 2 : 1;
  await showLoggedIn(<ClassMoveScreen playerGroupId={check.id} student={one} />, ({ method }) =>
    method === "GET" ? answered(check) : answered({ playerGroupId: id(3), groupName: "2B", students, badges: [] }, 201),
  );
  fireEvent.change(await screen.findByLabelText("To class"), { target: { value: id(3) } });
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Continue" })));
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Move" })));
}

test("after one student has moved the page names the student and both classes", async () => {
  await move(id(1));
  expect(plain(await screen.findByText(/has moved/))).toBe("Nora has moved to 2B.");
  expect(screen.getByRole("link", { name: "Open class 2B" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open class 2A" })).toBeTruthy();
});

test("after several students have moved the page counts and names them, and leads to no class that was archived", async () => {
  await move(undefined);
  expect(plain(await screen.findByText(/have moved/))).toBe("Students who have moved to 2B: 2");
  expect(plain(screen.getByText(/Nora/))).toBe("Emil and Nora");
  expect(screen.queryByRole("link", { name: "Open class 2A" })).toBeNull();
});
