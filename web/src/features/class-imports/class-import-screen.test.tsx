// @vitest-environment happy-dom
import type { JudgedRow } from "@storyport/contract/class-imports";
import { m } from "@storyport/texts/messages";
import { locales } from "@storyport/texts/runtime";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { strToU8, zipSync } from "fflate";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { answered, sessionOver, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import type { ApiAnswer } from "#/api/call.ts";
import type { Api } from "#/shell/logged-in-page.fixture.tsx";
import { ClassImportScreen } from "./class-import-screen.tsx";

const playerGroupId = "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100";
const group = {
  id: playerGroupId,
  version: 1,
  name: "2A",
  groupType: "REGULAR",
  rightsType: "OWNER",
  isShared: false,
  organization: { id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a102", organization_key: "Fjordskolen" },
  createdAt: "2026-11-22T08:00:00.000Z",
  playerIds: [],
  players: [],
};

/** Names that the class has, and the orders that were sent. */
let known: string[] = [];
let orders: { id: string; rows: { name: string; decision: string }[] }[] = [];
beforeEach(() => {
  sessionStorage.clear();
  known = [];
  orders = [];
});

function judge({ name, className }: { name: string; className?: string }): JudgedRow {
  const base = { name, faults: [], className: "2A", playerGroupId };
  if (name === "🦊") return { ...base, verdict: "wrong", faults: ["nameCharacters"] };
  if (className === "9Z") return { ...base, className, verdict: "wrong", faults: ["tooManyClasses"] };
  return { ...base, verdict: known.includes(name) ? "already-here" : "new" };
}

const api: Api = ({ url, body = "{}" }) => {
  if (url.includes("/player-groups/")) return answered(group);
  if (url.endsWith("/class-imports/check")) return answered({ rows: JSON.parse(body).rows.map(judge) });
  if (url.includes("/class-imports?")) return answered([]);
  orders.push(JSON.parse(body));
  return answered({ message: "Changed", code: "errors.importChanged", requestId: "r" }, 409);
};

async function open(id: string, played: Api = api) {
  return await showLoggedIn(
    <main>
      <ClassImportScreen playerGroupId={id} />
    </main>,
    played,
  );
}

async function check(names: string, played: Api = api, id = playerGroupId) {
  const shown = await open(id, played);
  fireEvent.change(await screen.findByLabelText("Names", { exact: false, selector: "textarea" }), { target: { value: names } });
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Check the list" })));
  return shown;
}

const press = async (name: RegExp) => {
  const button = await screen.findByRole("button", { name });
  await act(async () => void fireEvent.click(button));
};

const answer = async (name: string) => {
  const button = within(screen.getByRole("dialog")).getByRole("button", { name });
  await act(async () => void fireEvent.click(button));
};
const discard = async () => {
  await press(/^Discard the list/);
  await answer("Discard the list");
};

/** Presses the button of the import until the server has its next order. A press does nothing while an order runs. */
async function order(count: number) {
  await waitFor(() => {
    if (orders.length < count) fireEvent.click(screen.getByRole("button", { name: /^Add 1 student/ }));
    expect(orders).toHaveLength(count);
  });
}

test("a list that a colleague imported meanwhile is refused, and the new verdicts are shown", async () => {
  await check("Nora\nEmil");
  expect(document.activeElement?.textContent).toBe("Check the list");
  await screen.findByRole("button", { name: "Add 2 students and print badges" });
  known = ["Nora", "Emil"];
  await press(/^Add 2 students/);
  expect((await screen.findByRole("alert")).textContent).toContain("has changed since it was checked");
  expect(await screen.findAllByText("Already here")).toHaveLength(2);
  expect(orders).toHaveLength(1);
});

test("a wrong row stops the import until it is skipped, and only the same list sent again is the same import", async () => {
  await check("Nora\n🦊");
  await press(/^Add 1 student/);
  expect((await screen.findByRole("alert")).textContent).toContain("Rows to correct or skip first: 1");
  const verdict = () => screen.getByText(/^(To correct|Skipped)$/).textContent;
  expect(verdict()).toBe("To correct");
  await press(/^Row 2/);
  expect(document.activeElement).toBe(screen.getByLabelText("Name in row 2", { selector: "input" }));
  expect(orders).toEqual([]);
  fireEvent.click(screen.getByRole("checkbox", { name: /^Skip this row/ }));
  expect(verdict()).toBe("Skipped");
  await order(1);
  await order(2);
  fireEvent.change(screen.getByLabelText("Name in row 1", { selector: "input" }), { target: { value: "Nor" } });
  await screen.findByText("New");
  await order(3);
  expect(orders.map(({ rows }) => rows.map(({ name, decision }) => `${decision} ${name}`))).toEqual([
    ["add Nora", "skip 🦊"],
    ["add Nora", "skip 🦊"],
    ["add Nor", "skip 🦊"],
  ]);
  const [first, again, other] = orders.map(({ id }) => id);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test("a fault of the class, such as too many new classes, is shown at the class's field", async () => {
  await check("Name;Class\nNora;2A\nEmil;9Z");
  const field = (row: number) => screen.getByLabelText(`Class in row ${row}`, { selector: "input" });
  await waitFor(() => expect(field(2).dataset["wrong"]).toBe("true"));
  expect(field(1).dataset["wrong"]).toBeUndefined();
});

test("each row shows its number, and a filter leaves the rows that were wrong, also while they are corrected", async () => {
  await check("Nora\n🦊\nEmil");
  const rowNumbers = () => screen.getAllByRole("rowheader").map(({ textContent }) => /\d+/.exec(textContent ?? "")?.[0]);
  await screen.findByText("To correct");
  expect(rowNumbers()).toEqual(["1", "2", "3"]);
  fireEvent.click(screen.getByRole("checkbox", { name: "Only rows to correct" }));
  expect(rowNumbers()).toEqual(["2"]);
  fireEvent.change(screen.getByLabelText("Name in row 2", { selector: "input" }), { target: { value: "Fox" } });
  await screen.findByText("New");
  expect(rowNumbers()).toEqual(["2"]);
  fireEvent.click(screen.getByRole("checkbox", { name: "Only rows to correct" }));
  expect(rowNumbers()).toEqual(["1", "2", "3"]);
  expect(screen.queryByRole("checkbox", { name: "Only rows to correct" })).toBeNull();
});

test("a count of nothing has no colour of its own", async () => {
  await check("Nora");
  expect((await screen.findByText("Look alike: 0")).className).toBe(screen.getByText("Already here: 0").className);
  await screen.findByText("To add: 1");
  expect(screen.getByText("To add: 1").className).not.toBe(screen.getByText("Already here: 0").className);
});

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
  const played: Api = ({ url }) => {
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
      played,
    );
  await show();
  await press(/^Undo the list/);
  await answer("Undo the list");
  expect(await screen.findByRole("heading", { level: 1, name: "List undone" })).toBeDefined();
  expect(document.activeElement?.textContent).toContain("The list is undone.");
  expect(screen.queryByText("Students added")).toBeNull();
  cleanup();
  await show();
  expect(await screen.findByRole("heading", { level: 1, name: "List undone" })).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  expect(screen.getByRole("link", { name: "Back to the class" })).toBeDefined();
});

test("the list is kept in this tab, and is gone once it is discarded", async () => {
  const { page } = await check("Nora");
  page.unmount();
  const again = await open(playerGroupId);
  expect(screen.getByLabelText("Name in row 1", { selector: "input" })).toHaveProperty("value", "Nora");
  expect(screen.getByText("Your list is here again. It is not saved yet.")).toBeDefined();
  await press(/^Discard the list/);
  await answer("Keep it as it is");
  expect(screen.getByLabelText("Name in row 1", { selector: "input" })).toHaveProperty("value", "Nora");
  await discard();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("Nora");
  expect(document.activeElement?.textContent).toContain("Add a list of students");
  again.page.unmount();
});

test("a check after the end of the session says that the list is kept", async () => {
  await check("Nora", (request) => (request.url.endsWith("/class-imports/check") ? sessionOver : api(request)));
  expect((await screen.findByRole("dialog")).textContent).toContain("nothing you typed is lost");
  expect(JSON.stringify({ ...sessionStorage })).toContain("Nora");
});

test("each class keeps its own list, also while the list of another class is written or discarded", async () => {
  const otherGroupId = "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a101";
  const first = await check("Nora");
  first.page.unmount();
  const second = await check("Emil", api, otherGroupId);
  second.page.unmount();
  const again = await open(playerGroupId);
  expect(screen.getByLabelText("Name in row 1", { selector: "input" })).toHaveProperty("value", "Nora");
  await discard();
  again.page.unmount();
  await open(otherGroupId);
  expect(screen.getByLabelText("Name in row 1", { selector: "input" })).toHaveProperty("value", "Emil");
});

test("a list that cannot be read stays, with the reason", async () => {
  await check("n\n".repeat(501));
  expect((await screen.findByRole("alert")).textContent).toContain("Students in the list: 501.");
  expect(screen.getByLabelText("Names", { exact: false, selector: "textarea" })).toHaveProperty("value", "n\n".repeat(501));
});

test("a file that is no list is refused with every kind of file that the field takes, in each language", async () => {
  await open(playerGroupId);
  const field = await screen.findByLabelText<HTMLInputElement>(/^Choose a file/);
  const kinds = field.accept.split(",").filter((kind) => kind.startsWith("."));
  expect(kinds).toContain(".zip");
  const picture = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0])], "class.png");
  await act(async () => void fireEvent.change(field, { target: { files: [picture] } }));
  expect((await screen.findByRole("alert")).textContent).toBe(m["classImports.problemNotText"]());
  for (const locale of locales) {
    const said = [m["classImports.problemNotText"], m["classImports.formatFiles"]].map((text) => text({}, { locale }));
    for (const sentence of said) expect(kinds.filter((kind) => !sentence.includes(kind))).toEqual([]);
  }
});

test("a check that failed is repeated by the button or by a correction, and not by itself", async () => {
  let checks = 0;
  await check("Nora", (request) => {
    if (!request.url.endsWith("/class-imports/check")) return api(request);
    checks += 1;
    return answered({ message: "Away", code: "errors.unavailable", requestId: "r" }, 503);
  });
  const tryAgain = await screen.findByRole("button", { name: /^Try again/ });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const pass = (milliseconds: number) => act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));
  await act(async () => void fireEvent.click(tryAgain));
  await pass(5000);
  expect(checks).toBe(2);
  fireEvent.change(screen.getByLabelText("Name in row 1", { selector: "input" }), { target: { value: "Nor" } });
  await pass(5000);
  expect(checks).toBe(3);
});

test("a list of no class that is checked before the user's organizations are loaded waits for them", async () => {
  const organizations = Promise.withResolvers<ApiAnswer>();
  let asked = 0;
  await showLoggedIn(
    <main>
      <ClassImportScreen />
    </main>,
    (request) => {
      if (!request.url.endsWith("/manifest/orgs/me")) return request.url.endsWith("/class-imports") ? answered([]) : api(request);
      asked += 1;
      return asked === 1
        ? organizations.promise
        : answered([{ id: group.organization.id, key: "Fjordskolen", description: "", games: [] }]);
    },
  );
  const names = await screen.findByLabelText("Names", { exact: false, selector: "textarea" });
  const press = () => act(async () => void fireEvent.click(screen.getByRole("button", { name: /^Check the list/ })));
  fireEvent.change(names, { target: { value: "Name;Class\nNora;2A" } });
  await press();
  // Nothing is typed, discarded or dropped that the rows would not know.
  await waitFor(() => expect(names).toHaveProperty("readOnly", true));
  expect(screen.queryByRole("button", { name: /^Discard/ })).toBeNull();
  await act(async () => organizations.resolve(answered({ message: "Away", code: "errors.unavailable", requestId: "r" }, 503)));
  expect((await screen.findByRole("alert")).textContent).toContain("The list could not be checked: ");
  await press();
  expect(await screen.findByLabelText("Name in row 1", { selector: "input" })).toHaveProperty("value", "Nora");
});

test("a user without an organization is told that no list can be added", async () => {
  await showLoggedIn(
    <main>
      <ClassImportScreen />
    </main>,
    () => answered([]),
  );
  fireEvent.change(await screen.findByLabelText("Names", { exact: false, selector: "textarea" }), { target: { value: "Nora" } });
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Check the list" })));
  expect((await screen.findByRole("alert")).textContent).toContain("You may not create classes");
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
