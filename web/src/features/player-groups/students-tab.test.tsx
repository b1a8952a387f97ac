// @vitest-environment happy-dom
/** What each rights level is offered on the list of a class, and what a choice of students sends. */
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { answered } from "#/shell/logged-in-page.fixture.tsx";
import { badge, emil, id, nora, press, rowOf, showStudents } from "./students-tab.fixture.tsx";

const offeredTo = (name: string) =>
  [...rowOf(name).queryAllByRole("button"), ...rowOf(name).queryAllByRole("link")].map(({ textContent }) => textContent);

test.each([
  ["READ", []],
  ["PLAY", ["Code Nora", "Void code Nora"]],
  ["MODIFY", ["Code Nora", "Print again Nora", "New badge Nora", "Void code Nora", "Void badge Nora", "Move to another class… Nora"]],
] as const)("%s is offered its actions, and no others", async (level, actions) => {
  await showStudents({ level });
  const buttons = offeredTo("Nora").filter((text) => !/profile|log in/.test(text));
  expect(buttons).toEqual(actions);
  expect(offeredTo("Nora")).toContain("Open profile Nora");
  expect(rowOf("Nora").getByText(/log in/)).toBeTruthy();
  expect(rowOf("Nora").getByText(/^Badge until/)).toBeTruthy();
  expect(screen.queryAllByRole("button", { name: "Choose students" })).toHaveLength(level === "READ" ? 0 : 1);
  expect(screen.queryAllByRole("button", { name: "Print all badges again" })).toHaveLength(level === "MODIFY" ? 1 : 0);
  expect(screen.queryAllByRole("button", { name: "Add student" })).toHaveLength(level === "MODIFY" ? 1 : 0);
});

test("a student without the badge login gets neither badge nor code; a player without an account has a profile", async () => {
  await showStudents({ level: "OWNER" });
  expect(offeredTo("Kim").filter((text) => /badge|code|Print/i.test(text))).toEqual([]);
  expect(offeredTo("Robot")).toEqual(["Open profile Robot"]);
  expect(rowOf("Robot").getByText("Plays without a login here")).toBeTruthy();
  expect(rowOf("Nora").getByText("Left out of the analysis")).toBeTruthy();
});

test("the list counts students as the start page does, and players without a login apart", async () => {
  await showStudents({ level: "READ" });
  expect(screen.getByRole("table", { name: "Students: 3 · Without a login here: 1" })).toBeTruthy();
});

test("an archived class is a list to read, without badges and actions", async () => {
  await showStudents({ level: "OWNER", groupType: "ARCHIVED" });
  expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual(["Emil", "Kim", "Nora", "Robot"]);
  expect([...screen.queryAllByRole("button"), ...screen.queryAllByRole("link")]).toEqual([]);
  expect(screen.queryByText(/^(No badge|Badge until)/)).toBeNull();
});

test("chosen students get codes together, and those with a badge are printed; others cannot be chosen", async () => {
  const sent = await showStudents({ level: "MODIFY" });
  await press("Choose students");
  for (const name of ["Kim", "Robot"]) expect(screen.getByRole("checkbox", { name })).toHaveProperty("disabled", true);
  const all = screen.getByRole("checkbox", { name: "All students" });
  expect(document.activeElement).toBe(all);
  await act(async () => void fireEvent.click(all));
  expect(screen.getByRole("status")).toHaveProperty("textContent", "Chosen: 2");
  await press("Print (1)");
  await press("Choose students");
  await act(async () => void fireEvent.click(screen.getByRole("checkbox", { name: "All students" })));
  await press("Codes (2)");
  expect(sent.map(({ url, body }) => [url.split("/").at(-1), JSON.parse(body ?? "") as unknown])).toEqual([
    ["reprint", { studentUserIds: [nora] }],
    ["one-time-codes", { studentUserIds: [emil, nora] }],
  ]);
});

test("new badges for chosen students ask first, if that ends a badge", async () => {
  const sent = await showStudents({ level: "MODIFY" });
  await press("Choose students");
  await act(async () => void fireEvent.click(screen.getByRole("checkbox", { name: "All students" })));
  await press("New badges (2)");
  expect(sent).toEqual([]);
  expect(screen.getByRole("alert")).toHaveProperty("textContent", expect.stringContaining("Make new badges for 2 students?"));
  await press("Make new");
  expect(sent.map(({ body }) => JSON.parse(body ?? "") as unknown)).toEqual([{ studentUserIds: [emil, nora] }]);
});

test("an address that asks for all badges prints them only by a press, so that each load of the page changes nothing", async () => {
  const sent = await showStudents({ level: "MODIFY", open: "print" });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("status")));
  expect(document.activeElement?.textContent).toContain("Print the badges of the whole class?");
  expect(sent).toEqual([]);
  await press("Show the badges");
  await waitFor(() => expect(sent.map(({ url, body }) => [url.split("/").at(-1), body])).toEqual([["reprint", "{}"]]));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Show the badges" })).toBeNull());
});

test("an address that asks for all badges says if there are none, and asks nothing of a user who may not print", async () => {
  await showStudents({ level: "MODIFY", open: "print", without: [nora] });
  expect(screen.getByText("There is no badge to print. Make new ones.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Show the badges" })).toBeNull();
  cleanup();
  await showStudents({ level: "PLAY", open: "print" });
  expect(screen.queryByRole("button", { name: "Show the badges" })).toBeNull();
});

test("an address that asks for codes begins the choice at once for a user who may give codes, and for codes alone", async () => {
  await showStudents({ level: "PLAY", open: "codes" });
  expect(screen.getByRole("checkbox", { name: "All students" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^(Print|New badges|Void)/ })).toBeNull();
});

test("a reader whose address asks for codes sees the list", async () => {
  await showStudents({ level: "READ", open: "codes" });
  expect(screen.queryByRole("checkbox")).toBeNull();
});

const emilIsMissing = [{ playerId: id(5), playerName: "Emil", missingSince: badge.createdAt }];

test("a student who is not in the school's list any more is marked, and a user who only plays with the class is not asked", async () => {
  await showStudents({ level: "PLAY", missing: emilIsMissing });
  await waitFor(() => expect(rowOf("Emil").getByText("Not in the school’s list any more")).toBeTruthy());
  expect(rowOf("Nora").queryByText("Not in the school’s list any more")).toBeNull();
  expect(screen.queryByRole("button", { name: /Still here/ })).toBeNull();
});

test("the questions about missing students are in the order of the list below", async () => {
  const missing = ["Mohammed", "Māra"].map((playerName, index) => ({ playerId: id(index), playerName, missingSince: badge.createdAt }));
  await showStudents({ level: "MODIFY", missing });
  const asked = () => screen.getAllByRole("button", { name: /^Still here/ }).map(({ textContent }) => textContent);
  await waitFor(() => expect(asked()).toEqual(["Still here Māra", "Still here Mohammed"]));
});

test("a teacher of the class says that the student stays, or after a question that the student has left", async () => {
  const sent = await showStudents({ level: "MODIFY", missing: emilIsMissing });
  await waitFor(() => expect(screen.getByRole("button", { name: "Still here Emil" })).toBeTruthy());
  await press("Still here Emil");
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([JSON.stringify({ playerIds: [id(5)], answer: "stays" })]));
  await press("Has left Emil");
  expect(sent).toHaveLength(1);
  await press("Take out of the class");
  await waitFor(() => expect(sent.map(({ body }) => body)[1]).toEqual(JSON.stringify({ playerIds: [id(5)], answer: "left" })));
});

test("a student is added once, and the next name that was typed meanwhile stays in the field", async () => {
  const added = Promise.withResolvers<void>();
  const sent = await showStudents({ level: "MODIFY", until: added.promise });
  const field = screen.getByLabelText("Student’s name", { exact: false, selector: "input" });
  fireEvent.change(field, { target: { value: "Aksel" } });
  await press("Add student");
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([JSON.stringify({ studentName: "Aksel", groupId: id(0), locale: "en" })]),
  );
  fireEvent.change(field, { target: { value: "Ida" } });
  await act(async () => added.resolve());
  // The field gets the focus when the student is added.
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field).toHaveProperty("value", "Ida");
  await waitFor(() => {
    if (sent.length < 2) fireEvent.click(screen.getByRole("button", { name: "Add student" }));
    expect(sent).toHaveLength(2);
  });
  expect(sent[1]?.body).toContain("Ida");
  await waitFor(() => expect(field).toHaveProperty("value", ""));
});

test("an answer about a missing student leaves the focus at the heading of the questions, and the last at that of the page", async () => {
  const [aksel, emil] = ["Aksel", "Emil"].map((playerName, index) => ({ playerId: id(index), playerName, missingSince: badge.createdAt }));
  const missing = [aksel, emil].filter((one) => one !== undefined);
  await showStudents({
    level: "MODIFY",
    missing,
    answer: () => {
      missing.shift();
      return answered(undefined, 204);
    },
  });
  const heading = document.body.appendChild(document.createElement("main")).appendChild(document.createElement("h1"));
  heading.tabIndex = -1;
  onTestFinished(() => heading.parentElement?.remove());
  const answerFor = async (name: string) => {
    const button = await screen.findByRole("button", { name: `Still here ${name}` });
    button.focus();
    await press(`Still here ${name}`);
    await waitFor(() => expect(screen.queryByRole("button", { name: `Still here ${name}` })).toBeNull());
  };
  await answerFor("Aksel");
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Not in the school’s list any more" }));
  await answerFor("Emil");
  expect(document.activeElement).toBe(heading);
});

test("the end of a choice gives the focus back to the button that began it", async () => {
  await showStudents({ level: "MODIFY" });
  await press("Choose students");
  screen.getByRole("button", { name: "Stop choosing" }).focus();
  await press("Stop choosing");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Choose students" }));
});
