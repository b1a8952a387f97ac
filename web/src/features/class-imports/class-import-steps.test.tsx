// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { strToU8, zipSync } from "fflate";
import { beforeEach, expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import type { Api } from "#/shell/logged-in-page.fixture.tsx";
import { answer, api, discard, group, playerGroupId, press, startAgain } from "./class-import-screen.fixture.tsx";
import { ClassImportScreen } from "./class-import-screen.tsx";

beforeEach(startAgain);

/** The list of no class, for a user of one school. */
async function openOfNoClass() {
  await showLoggedIn(
    <main>
      <ClassImportScreen />
    </main>,
    (request) => {
      if (request.url.endsWith("/class-imports")) return answered([]);
      if (!request.url.endsWith("/manifest/orgs/me")) return api(request);
      return answered([{ id: group.organization.id, key: "Fjordskolen", description: "", games: [] }]);
    },
  );
  return await screen.findByLabelText("Names", { exact: false, selector: "textarea" });
}

test("a list for no class needs the class in the first step, unless the list has a column for it", async () => {
  const names = await openOfNoClass();
  fireEvent.change(names, { target: { value: "Nora\nEmil" } });
  await press(/^Check the list/);
  const className = () => screen.getByLabelText(/^Class/);
  await waitFor(() => expect(className().getAttribute("aria-invalid")).toBe("true"));
  expect(document.activeElement).toBe(className());
  expect(screen.getByText("Enter a class, or add a column for the class to the list.")).toBeDefined();
  expect(names).toHaveProperty("value", "Nora\nEmil");
  fireEvent.change(names, { target: { value: "Name;Class\nNora;2A\nEmil;" } });
  await press(/^Check the list/);
  expect(await screen.findByLabelText("Name in row 1", { selector: "input" })).toHaveProperty("value", "Nora");
});

const importId = "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a109";

test("an undone list says so in its heading, and leads on, also after a reload", async () => {
  let isUndone = false;
  const answers: Api = ({ url }) => {
    if (url.endsWith("/undo")) isUndone = true;
    if (url.endsWith("/undo")) return answered(undefined, 204);
    if (isUndone) return answered({ message: "Undone", code: "errors.importUndone", requestId: "r" }, 410);
    const classes = [{ playerGroupId, groupName: "2A", isNew: false, students: 1 }];
    return answered({ id: importId, students: 1, classes, badges: [], undoableUntil: "2026-11-23T08:00:00.000Z" });
  };
  const show = () =>
    showLoggedIn(
      <main>
        <ClassImportScreen playerGroupId={playerGroupId} importId={importId} />
      </main>,
      answers,
    );
  await show();
  await press(/^Undo the list/);
  await answer("Undo the list");
  expect(await screen.findByRole("heading", { level: 1, name: "List undone" })).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole("status"));
  expect(document.activeElement?.textContent).toContain("The list is undone.");
  expect(screen.queryByText("Students added")).toBeNull();
  cleanup();
  await show();
  expect(await screen.findByRole("heading", { level: 1, name: "List undone" })).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  expect(screen.getByRole("link", { name: "Back to the class" })).toBeDefined();
});

const school = (end: number) => `0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a10${end}`;

/** Opens the list of no class for a user of two schools, and chooses an export before the school. */
async function chooseExport(): Promise<void> {
  await showLoggedIn(
    <main>
      <ClassImportScreen />
    </main>,
    (request) => {
      if (request.url.endsWith("/class-imports")) return answered([]);
      if (!request.url.endsWith("/manifest/orgs/me")) return api(request);
      return answered([2, 3].map((end) => ({ id: school(end), key: `School ${end}`, description: "", games: [] })));
    },
  );
  await screen.findByLabelText("School");
  const users = "sourcedId,status,role,givenName,familyName\nu1,active,student,Nora,Li";
  const classes = "sourcedId,status,title,classType\nc1,active,2A,homeroom";
  const enrollments = "sourcedId,status,classSourcedId,userSourcedId,role\ne1,active,c1,u1,student";
  const files = { "users.csv": users, "classes.csv": classes, "enrollments.csv": enrollments };
  const zip = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
  const file = new File([new Uint8Array(zip)], "export.zip");
  await act(async () => void fireEvent.change(screen.getByLabelText(/^Choose a file/), { target: { files: [file] } }));
  await screen.findByText(/^Students in .*export\.zip.*: 1\./);
}

test("a OneRoster export that is chosen before the school waits for it", async () => {
  await chooseExport();
  fireEvent.change(screen.getByLabelText("School", { exact: false, selector: "select" }), { target: { value: school(3) } });
  await press(/^Check the list/);
  expect(await screen.findByLabelText("Name in row 1", { selector: "input" })).toHaveProperty("value", "Nora Li");
});

test("an export that waits gives way to a text, and is gone once it is discarded", async () => {
  await chooseExport();
  const names = screen.getByLabelText("Names", { exact: false, selector: "textarea" });
  fireEvent.change(names, { target: { value: "Emil" } });
  await waitFor(() => expect(screen.queryByText(/^Students in/)).toBeNull());
  fireEvent.change(names, { target: { value: "" } });
  await screen.findByText(/^Students in/);
  await discard();
  await waitFor(() => expect(screen.queryByText(/^Students in/)).toBeNull());
  await press(/^Check the list/);
  expect((await screen.findByText("Enter at least one name.")).textContent).toBeTruthy();
});
