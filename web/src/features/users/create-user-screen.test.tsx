// @vitest-environment happy-dom
import { listLoginTypes } from "@storyport/contract/login";
import { createUser } from "@storyport/contract/users";
import { endpointUrl } from "@storyport/contract/endpoint";
import { m } from "@storyport/texts/messages";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { PermissionKey } from "@storyport/contract/vocabulary";
import { beforeEach, expect, test } from "vitest";
import type { ApiRequest } from "#/api/call.ts";
import { keptDrafts, keptKeyOf } from "#/features/edits/drop-kept-values.ts";
import { answered, sessionOver, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import type { Api } from "#/shell/logged-in-page.fixture.tsx";
import { CreateUserScreen } from "./create-user-screen.tsx";

const school = "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100";
const organizations = ["Fjordskolen", "Leesplein"].map((organization_key, index) => ({
  id: school.replace(/0$/, String(index)),
  organization_key,
}));
const permission = { permission_key: "play_premium", permission_name: "Premium", description: "May play premium games" };
const role = { role_key: "teacher", role_name: "Teacher", description: "Teaches", permissions: [] };

const groups = (["REGULAR", "HIDDEN", "ARCHIVED"] as const).map((groupType, index) => ({
  id: school.replace(/0$/, String(index + 4)),
  groupName: `Group ${groupType}`,
  groupType,
  organizationId: school,
  playerGroups: [],
  membersInfo: { memberCount: 0, groupManagers: [] },
  created: "2026-01-02T03:04:05Z",
  createdBy: null,
  roles: [],
  permissions: [],
}));

const emailTaken = answered({ message: "no", code: "errors.emailTaken", requestId: "r" }, 409);

const created = answered({ id: school, email: "new@school.example" }, 201);
let isOver = false;
beforeEach(() => {
  isOver = false;
  sessionStorage.clear();
});

/** Fills in the form with an organization, and returns the requests. */
async function fillIn(answer = emailTaken): Promise<ApiRequest[]> {
  return (await showFilled(answer)).sent;
}

async function showFilled(answer: typeof emailTaken, until?: Promise<unknown>, permissions: PermissionKey[] = ["manage_members"]) {
  const sent: ApiRequest[] = [];
  const api: Api = (request) => {
    const { url } = request;
    if (isOver) return sessionOver;
    if (url.includes("organization/search")) {
      return answered({ results: organizations, page: { entityCount: 2, entityOffset: 0, entityLimit: 20 } });
    }
    if (url.includes("roles-and-permissions")) return answered({ roles: [role], permissions: [permission] });
    if (url.includes("user-groups")) return answered(groups);
    if (url === endpointUrl(listLoginTypes)) return answered([{ type: "PASSWORD", description: "Password", enabled: true, hidden: false }]);
    if (url === endpointUrl(createUser)) sent.push(request);
    return until === undefined ? answer : until.then(() => answer);
  };
  const shown = await showLoggedIn(<CreateUserScreen />, api, { user: { permissions } });
  const organization = await screen.findByLabelText("Organization");
  await act(async () => void fireEvent.change(organization, { target: { value: school } }));
  fireEvent.change(screen.getByLabelText(/^Email/), { target: { value: "new@school.example" } });
  return { ...shown, sent };
}

test("asks for the organization first, in these words", async () => {
  await showLoggedIn(<CreateUserScreen />, () =>
    answered({ results: organizations, page: { entityCount: 2, entityOffset: 0, entityLimit: 20 } }),
  );
  const organization = await screen.findByLabelText<HTMLSelectElement>("Organization");
  expect(organization.selectedOptions[0]?.textContent).toBe("Select the organization");
  expect(screen.getByText(/^Select an organization to see its user groups/)).toBeTruthy();
});

test("without an organization the form says so at its field, and sends nothing", async () => {
  const sent = await fillIn();
  await act(async () => void fireEvent.change(screen.getByLabelText("Organization"), { target: { value: "" } }));
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Create user" })));
  expect((await screen.findByRole("alert")).textContent).toBe("Invalid input: Select an organization.");
  expect(screen.getByLabelText("Organization", { exact: false }).getAttribute("aria-invalid")).toBe("true");
  expect(sent).toEqual([]);
});

test("each refusal by the form itself takes the focus, also the same one again", async () => {
  await fillIn();
  const press = async () => {
    const button = screen.getByRole("button", { name: "Create user" });
    button.focus();
    await act(async () => void fireEvent.click(button));
    expect(document.activeElement).toBe(screen.getByRole("alert"));
  };
  await press();
  await press();
});

test("only regular user groups are offered", async () => {
  await fillIn();
  await screen.findByRole("checkbox", { name: /Group REGULAR/ });
  expect(screen.queryByRole("checkbox", { name: /Group HIDDEN|Group ARCHIVED/ })).toBeNull();
});

test.each([true, false])("'Activate user immediately' is sent as it is ticked: %s", async (isTicked) => {
  const sent = await fillIn();
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: /Activate user immediately/ });
  if (isTicked) fireEvent.click(box);
  expect(box.checked).toBe(isTicked);
  fireEvent.click(await screen.findByRole("checkbox", { name: /Teacher/ }));
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Create user" })));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(JSON.parse(String(sent[0]?.body))).toMatchObject({ activated: isTicked, email: "new@school.example" });
});

test("choosing another organization unticks the roles and permissions", async () => {
  await fillIn();
  const isTicked = () => screen.getAllByRole<HTMLInputElement>("checkbox", { name: /Teacher|premium/i }).map(({ checked }) => checked);
  for (const box of await screen.findAllByRole("checkbox", { name: /Teacher|premium/i })) fireEvent.click(box);
  expect(isTicked()).toEqual([true, true]);
  const other = organizations[1]?.id ?? "";
  await act(async () => void fireEvent.change(screen.getByLabelText("Organization"), { target: { value: other } }));
  await screen.findByRole("checkbox", { name: /Teacher/ });
  expect(isTicked()).toEqual([false, false]);
});

test("explains what activating at once does", async () => {
  await fillIn();
  expect(screen.getByText(/The account is then immediately active\./)).toBeTruthy();
});

test.each([
  ["errors.loginTypeNotAssignable", 400, /^Invalid input: Selected login type is not allowed for this user\.$/],
  ["errors.roleNotAssignable", 403, /^Failed to create user: 403 /],
])("what the server refuses is told in words, at its field, and a role above the form only: %s", async (code, status, words) => {
  await fillIn(answered({ message: "no", code, requestId: "r" }, status));
  fireEvent.click(await screen.findByRole("checkbox", { name: /Teacher/ }));
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Create user" })));
  expect((await screen.findByRole("alert")).textContent).toMatch(words);
  const times = document.body.textContent.split(/is not allowed for this user/).length - 1;
  expect(times).toBe(code === "errors.roleNotAssignable" ? 1 : 2);
});

async function create(): Promise<void> {
  fireEvent.click(await screen.findByRole("checkbox", { name: /Teacher/ }));
  fireEvent.click(screen.getByRole("button", { name: "Create user" }));
  await screen.findByText("User 'new@school.example' successfully created!");
}

test.each([
  ["who is an administrator", ["admin"], 1],
  ["who manages one organization", ["manage_members"], 0],
] as const)("the list of all users is offered only to a user who may open it: %s", async (_, permissions, links) => {
  await showFilled(created, undefined, [...permissions]);
  await create();
  expect(screen.queryAllByRole("link", { name: m["users.showInList"]() })).toHaveLength(links);
});

test("a user who was created is no draft when the session ends", async () => {
  const { queries, left } = await showFilled(created);
  await create();
  isOver = true;
  // A refused load waits for the login, so it never ends.
  void queries.refetchQueries();
  await expect.poll(() => left.mock.calls.length).toBeGreaterThan(0);
  expect(keptDrafts.get(keptKeyOf("create-user"))).toBeUndefined();
});

test("an address that is typed while the former user is created stays a draft", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { queries, left } = await showFilled(created, promise);
  fireEvent.click(await screen.findByRole("checkbox", { name: /Teacher/ }));
  fireEvent.click(screen.getByRole("button", { name: "Create user" }));
  fireEvent.change(screen.getByLabelText(/^Email/), { target: { value: "next@school.example" } });
  await act(async () => resolve());
  await screen.findByText("User 'new@school.example' successfully created!");
  isOver = true;
  void queries.refetchQueries();
  expect(await screen.findByRole("dialog", { name: "You have been logged out" })).toBeTruthy();
  expect(left).not.toHaveBeenCalled();
});

test("the result names the user who was created while the next address is typed", async () => {
  await fillIn(created);
  await create();
  const email = screen.getByLabelText(/^Email/);
  fireEvent.change(email, { target: { value: "next@school.example" } });
  await waitFor(() => expect(email).toHaveProperty("value", "next@school.example"));
  expect(screen.getByText("User 'new@school.example' successfully created!")).toBeTruthy();
});

test.each([
  ["an invitation goes out, and to which address", { email: "new@school.example" }, true],
  ["nothing of an invitation without an address", {}, false],
] as const)("after creating a user the page says %s", async (_, answer, isSent) => {
  await fillIn(answered({ id: school, ...answer }, 201));
  await act(async () => void fireEvent.click(await screen.findByRole("checkbox", { name: /^Teacher/ })));
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Create user" })));
  await screen.findByText(/successfully created/);
  expect(screen.queryByText(/^An invitation goes to .*new@school\.example/) !== null).toBe(isSent);
});

test("another user begins with the focus in the first field, because the pressed button is gone", async () => {
  await fillIn(created);
  fireEvent.click(await screen.findByRole("checkbox", { name: /Teacher/ }));
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: m["users.createButton"]() })));
  const again = await screen.findByRole("button", { name: m["users.createAnother"]() });
  again.focus();
  await act(async () => void fireEvent.click(again));
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: m["users.email"]() }));
});
