// @vitest-environment happy-dom
/** Creating a class: a second class of one name is created only after a warning, also if the first answer was lost. */
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ApiAnswer, ApiRequest } from "#/api/call.ts";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { CreateGroupForm } from "./create-group-form.tsx";
import { findPlain } from "./students-tab.fixture.tsx";

const [school, class2A] = ["0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a102", "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100"];
const named = (name: string) => ({ player_group_id: class2A, group_name: name, group_type: "REGULAR", rights_type: "OWNER" });
const refused = answered({ message: "no", code: "errors.notAllowed", requestId: "r" }, 403);

/** Shows the form to a teacher of one school with these classes. Returns the names that are sent, and the searches. */
async function showForm(
  classes: readonly string[],
  create: () => Promise<ApiAnswer> | ApiAnswer = () => refused,
  schools: readonly string[] = [school],
) {
  const sent: string[] = [];
  const searches: URLSearchParams[] = [];
  await showLoggedIn(<CreateGroupForm />, ({ method, url, body = "" }: ApiRequest) => {
    if (method === "POST") {
      sent.push(body);
      return create();
    }
    const { pathname, searchParams } = new URL(url, "http://localhost");
    if (pathname.endsWith("/manifest/orgs/me"))
      return answered(schools.map((id, at) => ({ id, key: `School ${at}`, description: "", games: [] })));
    searches.push(searchParams);
    const page = { entityCount: classes.length, entityOffset: 0, entityLimit: 100 };
    return answered({ results: classes.map(named), page });
  });
  return { sent, searches };
}

async function press(name: string): Promise<void> {
  const button = await screen.findByRole("button", { name });
  await act(async () => void fireEvent.click(button));
}
const openClass = () => screen.queryByRole("link", { name: /Open class .*2A/ });
async function create(name: string): Promise<void> {
  await act(async () => void fireEvent.change(screen.getByRole("textbox"), { target: { value: name } }));
  await press("Create class");
}

test("a second class of one name is created only after a warning, which links to the first", async () => {
  const { sent, searches } = await showForm(["12A", "2A"]);
  await create(" 2a ");
  expect(await findPlain("There is already a class named 2A.")).toBeTruthy();
  expect(openClass()?.getAttribute("href")).toBe(`/player-groups/${class2A}`);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("status")));
  expect(searches.map((search) => [search.get("query"), search.get("organizationId")])).toEqual([["2a", school]]);
  expect(sent).toEqual([]);
  await press("Create anyway");
  await waitFor(() => expect(sent.map((body) => JSON.parse(body) as unknown)).toEqual([{ name: "2a", organizationId: school }]));
});

test("a class of the same name is found also if the name is typed with two spaces, which the server does not store", async () => {
  const { sent, searches } = await showForm(["Class 2A"]);
  await create("Class  2A");
  expect(await findPlain("There is already a class named Class 2A.")).toBeTruthy();
  expect(searches[0]?.get("query")).toBe("Class 2A");
  expect(sent).toEqual([]);
});

test("a name that is too long is not searched, because the search would refuse it for another reason", async () => {
  const { sent, searches } = await showForm([]);
  await create("x".repeat(300));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(searches).toEqual([]);
});

test("a class whose name is only a part of another is created at once", async () => {
  const { sent } = await showForm(["12A", "2A and 2B"]);
  await create("2A");
  await waitFor(() => expect(sent).toHaveLength(1));
});

test("a class whose answer was lost is not created twice", async () => {
  const classes: string[] = [];
  const { sent } = await showForm(classes, async () => {
    classes.push("2A");
    return await Promise.reject(new TypeError("Failed to fetch"));
  });
  await create("2A");
  await screen.findByRole("alert");
  await press("Create class");
  expect(await findPlain("There is already a class named 2A.")).toBeTruthy();
  expect(sent).toHaveLength(1);
});

test("another name takes the warning away", async () => {
  const { sent } = await showForm(["2A"]);
  await create("2A");
  await screen.findByRole("button", { name: "Create anyway" });
  await act(async () => void fireEvent.change(screen.getByRole("textbox"), { target: { value: "2B" } }));
  expect(openClass()).toBeNull();
  await press("Create class");
  await waitFor(() => expect(sent).toHaveLength(1));
});

test("another school takes the warning away", async () => {
  await showForm(["2A"], undefined, [school, class2A]);
  const choice = await screen.findByRole("combobox");
  const choose = async (id: string) => await act(async () => void fireEvent.change(choice, { target: { value: id } }));
  await choose(school);
  await create("2A");
  await screen.findByRole("button", { name: "Create anyway" });
  await choose(class2A);
  expect(openClass()).toBeNull();
});
