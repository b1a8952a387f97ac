// @vitest-environment happy-dom
import { m } from "@storyport/texts/messages";
import { locales } from "@storyport/texts/runtime";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { ApiAnswer } from "#/api/call.ts";
import { answered, sessionOver, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { answer, api, check, discard, group, open, played, playerGroupId, press, startAgain } from "./class-import-screen.fixture.tsx";
import { ClassImportScreen } from "./class-import-screen.tsx";

beforeEach(startAgain);

/** Presses the button of the import until the server has its next order. A press does nothing while an order runs. */
async function order(count: number) {
  await waitFor(() => {
    if (played.orders.length < count) fireEvent.click(screen.getByRole("button", { name: /^Add 1 student/ }));
    expect(played.orders).toHaveLength(count);
  });
}

test("a list that a colleague imported meanwhile is refused, and the new verdicts are shown", async () => {
  await check("Nora\nEmil");
  expect(document.activeElement?.textContent).toBe("Check the list");
  await screen.findByRole("button", { name: "Add 2 students and print badges" });
  played.known = ["Nora", "Emil"];
  await press(/^Add 2 students/);
  expect((await screen.findByRole("alert")).textContent).toContain("has changed since it was checked");
  expect(await screen.findAllByText("Already here")).toHaveLength(2);
  expect(played.orders).toHaveLength(1);
});

test("a wrong row stops the import until it is skipped, and only the same list sent again is the same import", async () => {
  await check("Nora\n🦊");
  await press(/^Add 1 student/);
  expect((await screen.findByRole("alert")).textContent).toContain("Rows to correct or skip first: 1");
  const verdict = () => screen.getByText(/^(To correct|Skipped)$/).textContent;
  expect(verdict()).toBe("To correct");
  await press(/^Row 2/);
  expect(document.activeElement).toBe(screen.getByLabelText("Name in row 2", { selector: "input" }));
  expect(played.orders).toEqual([]);
  fireEvent.click(screen.getByRole("checkbox", { name: /^Skip this row/ }));
  expect(verdict()).toBe("Skipped");
  await order(1);
  await order(2);
  fireEvent.change(screen.getByLabelText("Name in row 1", { selector: "input" }), { target: { value: "Nor" } });
  await screen.findByText("New");
  await order(3);
  expect(played.orders.map(({ rows }) => rows.map(({ name, decision }) => `${decision} ${name}`))).toEqual([
    ["add Nora", "skip 🦊"],
    ["add Nora", "skip 🦊"],
    ["add Nor", "skip 🦊"],
  ]);
  const [first, again, other] = played.orders.map(({ id }) => id);
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
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1, name: "Add a list of students" }));
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

test("a list that is discarded before its check leaves the focus in its field, because the pressed button is gone", async () => {
  await open(playerGroupId);
  const names = await screen.findByLabelText("Names", { exact: false, selector: "textarea" });
  fireEvent.change(names, { target: { value: "Nora" } });
  screen.getByRole("button", { name: /^Discard the list/ }).focus();
  await discard();
  expect(screen.queryByRole("button", { name: /^Discard the list/ })).toBeNull();
  expect(document.activeElement).toBe(names);
});
