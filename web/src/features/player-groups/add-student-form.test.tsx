// @vitest-environment happy-dom
/** Adding one student: what the form says after success, before a second student of one name, and after a failure. */
import type { BadgeHolder } from "@storyport/contract/qr-login";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { AddStudentForm } from "./add-student-form.tsx";
import type { ClassRow } from "./class-rows.ts";
import { findPlain, id, press, showStudents } from "./students-tab.fixture.tsx";

const field = () => screen.getByLabelText("Student’s name", { exact: false, selector: "input" });
async function add(name: string): Promise<void> {
  await act(async () => void fireEvent.change(field(), { target: { value: name } }));
  await press("Add student");
}
const full = answered({ message: "full", code: "errors.playerGroupFull", requestId: "r" }, 409);

test("the form says who was added, and the field keeps the focus for the next name", async () => {
  await showStudents({ level: "MODIFY" });
  await add("Aksel");
  expect((await findPlain("Aksel is in the class now.")).closest("[role=status]")).not.toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(field()));
});

test("the list above grows, and the form stays in view while its field has the focus", async () => {
  const shown = vi.spyOn(Element.prototype, "scrollIntoView").mockReturnValue();
  await showLoggedIn(<GrowingClass />, () => answered([]));
  await screen.findByRole("button", { name: "Grow" });
  await press("Grow");
  expect(shown).not.toHaveBeenCalled();
  field().focus();
  await press("Grow");
  expect(shown.mock.contexts.map((element) => element instanceof HTMLFormElement)).toEqual([true]);
});

/** The form under a list that another answer makes longer. */
function GrowingClass() {
  const [rows, setRows] = useState<readonly ClassRow[]>([]);
  return (
    <>
      <button onClick={() => setRows([...rows, { key: id(rows.length), name: "Nora", playerId: id(rows.length), isExcluded: false }])}>
        Grow
      </button>
      <AddStudentForm playerGroupId={id(0)} rows={rows} fetchNames={() => Promise.resolve([])} />
    </>
  );
}

test("a second student of one name is added only after a warning", async () => {
  const sent = await showStudents({ level: "MODIFY" });
  await add(" nora ");
  expect(await findPlain("There is a Nora in this class already.")).toBeTruthy();
  expect(sent).toEqual([]);
  await press("Add anyway");
  await waitFor(() => expect(sent).toHaveLength(1));
});

test("another name after the warning is added at once", async () => {
  const sent = await showStudents({ level: "MODIFY" });
  await add("Nora");
  await add("Nora L.");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toContain("Nora L.");
});

test("a failure is shown in the form, where the user is, and takes the focus", async () => {
  await showStudents({ level: "MODIFY", answer: () => full });
  await add("Aksel");
  const reason = await screen.findByRole("alert");
  expect(reason.compareDocumentPosition(field()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Add a student" }).parentElement?.contains(reason)).toBe(true);
  await waitFor(() => expect(document.activeElement).toBe(reason));
  expect(field()).toHaveProperty("value", "Aksel");
});

test("a form without a name asks for the name", async () => {
  const sent = await showStudents({ level: "MODIFY" });
  await add("  ");
  expect(await screen.findByText("Enter a name.")).toBeTruthy();
  expect(sent).toEqual([]);
});

test.each([
  ["lost", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["no answer of the portal", () => answered("<html>Bad gateway</html>", 502)],
])("a student whose answer was %s is not added twice: the second press looks into the class first", async (_, lose) => {
  const added: BadgeHolder[] = [];
  const answer = () => {
    if (added.length > 0) return undefined;
    added.push({ userId: id(8), displayName: "Aksel", playerId: id(9), mayUseBadge: true });
    return lose();
  };
  const sent = await showStudents({ level: "MODIFY", added, answer });
  await add("Aksel");
  await screen.findByRole("alert");
  await press("Add student");
  expect(await findPlain("There is a Aksel in this class already.")).toBeTruthy();
  expect(field()).toHaveProperty("value", "Aksel");
  expect(sent).toHaveLength(1);
  await press("Add anyway");
  await waitFor(() => expect(sent).toHaveLength(2));
});

test("after a refusal the second press sends at once", async () => {
  let isFull = true;
  const sent = await showStudents({ level: "MODIFY", answer: () => (isFull ? full : undefined) });
  await add("Aksel");
  await screen.findByRole("alert");
  isFull = false;
  await press("Add student");
  expect(await findPlain("Aksel is in the class now.")).toBeTruthy();
  expect(sent).toHaveLength(2);
});
