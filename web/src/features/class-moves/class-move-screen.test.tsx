// @vitest-environment happy-dom
/** The user's choice outlives a check that fails. */
import type { ClassMoveCheck } from "@storyport/contract/class-moves";
import { m } from "@storyport/texts/messages";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
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
  students: ["Nora", "Emil"].map((displayName, index) => ({ ...student, userId: id(index), displayName })),
  players: [],
  classes: ["3A", "3B"].map((groupName, index) => ({ playerGroupId: id(index + 4), groupName })),
};

beforeEach(() => sessionStorage.clear());

const box = (name: string) => screen.getByRole("checkbox", { name });
const target = () => screen.getByLabelText<HTMLSelectElement>("To class");

test.each([
  ["is away", 503, "errors.unavailable", m["errors.unavailable"]()],
  ["no longer finds the chosen class", 404, "errors.notFound", m["playerGroups.notFound"]()],
])("a choice stays when the portal %s, and the failure is above the form", async (_, status, code, text) => {
  let isFailing = true;
  await showLoggedIn(<ClassMoveScreen playerGroupId={id(9)} student={undefined} />, ({ url }) =>
    isFailing && url.includes(id(5)) ? answered({ message: "x", code, requestId: "r" }, status) : answered(check),
  );
  await screen.findByRole("heading", { name: /2A/ });
  fireEvent.click(box("Emil"));
  await act(async () => void fireEvent.change(target(), { target: { value: id(5) } }));
  expect(await screen.findByText(text)).toBeDefined();
  expect(box("Emil")).toHaveProperty("checked", false);
  expect(target().value).toBe(id(5));
  isFailing = false;
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: m["app.tryAgain"]() })));
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  expect(box("Emil")).toHaveProperty("checked", false);
  expect(target().value).toBe(id(5));
});
