// @vitest-environment happy-dom
import { getPlayerGroup } from "@storyport/contract/player-groups";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ApiAnswer } from "#/api/call.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { aUserGroup } from "#/features/user-groups/user-groups.fixture.ts";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import type { Api } from "#/shell/logged-in-page.fixture.tsx";
import { aPlayerGroup } from "./player-groups.fixture.ts";
import { RightsTab } from "./rights-tab.tsx";

const rights = [{ userGroupId: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a101", holder: "Teachers", rightsType: "READ" as const }];
const group = aPlayerGroup({ rights });
/** The tab on its page, which fetches the group. */
function Tab() {
  const { data } = useEndpoint(getPlayerGroup, { params: { playerGroupId: group.id } });
  return data && <RightsTab group={data} rights={rights} />;
}
const refusal = { message: "You may not do this.", code: "errors.notAllowed", requestId: "r" };
const press = async (place: HTMLElement, name: RegExp) =>
  await act(async () => void fireEvent.click(within(place).getByRole("button", { name })));

test("a refusal to remove a right is shown in the dialog, which stays and focuses the reason", async () => {
  let requestCount = 0;
  await showLoggedIn(<Tab />, ({ method }) => {
    if (method !== "GET") return answered(refusal, 403);
    requestCount++;
    return answered(group);
  });
  await screen.findByRole("table");
  await press(document.body, /^Remove rights/);
  const question = screen.getByRole("dialog");
  await press(question, /^Remove rights/);
  const reason = await within(question).findByRole("alert");
  expect(reason.textContent).toContain("Your rights on this class do not allow this.");
  await waitFor(() => expect(document.activeElement).toBe(reason));
  expect(screen.getAllByRole("alert")).toEqual([reason]);
  expect(requestCount).toBe(1);
  await press(question, /^Keep/);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
  // The page's data may be outdated, so it is fetched again after a refusal.
  expect(requestCount).toBe(2);
});

test("a refused level is shown above the list, with the focus", async () => {
  await showLoggedIn(<RightsTab group={group} rights={rights} />, () => answered(refusal, 403));
  await press(screen.getByRole("table"), /^Save/);
  const reason = await screen.findByRole("alert");
  await waitFor(() => expect(document.activeElement).toBe(reason));
});

test("a user group that has rights on 200 classes is told as the reason", async () => {
  const full = { message: "Invalid input", code: "errors.invalidInput", errors: [{ field: "userGroupId", message: "Invalid input" }] };
  await showLoggedIn(<RightsTab group={group} rights={rights} />, () => answered(full, 400));
  await press(screen.getByRole("table"), /^Save/);
  expect((await screen.findByRole("alert")).textContent).toContain("The user group has rights on 200 classes, the most it can have.");
});

test("a right above the user's own level is shown, but cannot be changed", async () => {
  const beyond = [{ userGroupId: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a103", holder: "Heads", rightsType: "SPECIAL" as const }];
  await showLoggedIn(<RightsTab group={group} rights={[...rights, ...beyond]} />, () => answered(refusal, 403));
  const rowOf = (holder: RegExp) => within(screen.getByRole("row", { name: holder }));
  expect(rowOf(/Teachers/).queryByRole("combobox")).not.toBeNull();
  expect(rowOf(/Heads/).queryByRole("combobox")).toBeNull();
  expect(rowOf(/Heads/).getByText("Own (special)")).toBeDefined();
});

test("a refusal to give a colleague rights is shown in the form of the address, with the focus", async () => {
  const unknown = { message: "Unknown", code: "errors.memberUnknown", requestId: "r" };
  await showLoggedIn(<RightsTab group={group} rights={rights} />, () => answered(unknown, 404));
  const form = screen.getByLabelText(/^Email address/).closest("form") ?? document.body;
  fireEvent.change(within(form).getByLabelText(/^Email address/), { target: { value: "nobody@fjordskolen.example" } });
  await press(form, /^Give rights/);
  const reason = await within(form).findByRole("alert");
  expect(reason.textContent).toContain("Nobody in this organization has this email address.");
  await waitFor(() => expect(document.activeElement).toBe(reason));
  expect(screen.getAllByRole("alert")).toEqual([reason]);
  // The list has its own place for its refusals.
  await press(screen.getByRole("table"), /^Save/);
  await waitFor(() => expect(within(form).queryByRole("alert")).toBeNull());
  expect(screen.getAllByRole("alert")).toHaveLength(1);
});

test("given rights are reported in the form that gave them", async () => {
  await showLoggedIn(<RightsTab group={group} rights={rights} />, () => answered(group));
  const form = screen.getByLabelText(/^Email address/).closest("form") ?? document.body;
  fireEvent.change(within(form).getByLabelText(/^Email address/), { target: { value: "ada@fjordskolen.example" } });
  await press(form, /^Give rights/);
  expect((await within(form).findByRole("status")).textContent).toContain("ada@fjordskolen.example");
});

/** The tab on its page, whose API keeps the level of the user group. */
async function showKeptRights() {
  let kept: typeof group.rights = rights;
  function Kept() {
    const { data } = useEndpoint(getPlayerGroup, { params: { playerGroupId: group.id } });
    return data?.rights && <RightsTab group={data} rights={data.rights} />;
  }
  await showLoggedIn(<Kept />, ({ method, body = "{}" }) => {
    const { rightsType } = JSON.parse(body);
    if (method !== "GET") kept = rightsType === "NONE" ? [] : rights.map((right) => ({ ...right, rightsType }));
    return answered({ ...group, rights: kept });
  });
  return await screen.findByRole("table");
}

test("a saved level is reported with the focus, because its button is drawn again", async () => {
  const table = await showKeptRights();
  fireEvent.change(within(table).getByRole("combobox"), { target: { value: "MODIFY" } });
  within(table).getByRole("button", { name: /^Save/ }).focus();
  await press(table, /^Save/);
  await waitFor(() => expect(within(table).getByRole("combobox")).toHaveProperty("value", "MODIFY"));
  expect(document.activeElement).toBe(screen.getByRole("status"));
});

test("a removed right is reported with the focus, because its row is gone", async () => {
  const table = await showKeptRights();
  within(table)
    .getByRole("button", { name: /^Remove rights/ })
    .focus();
  await press(table, /^Remove rights/);
  await press(screen.getByRole("dialog"), /^Remove rights/);
  await waitFor(() => expect(screen.queryByRole("table")).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("status"));
});

test("rights of the last user group that had none are reported with the focus, because the form is gone", async () => {
  const given = aUserGroup({ id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a104", groupName: "Heads" });
  let kept: typeof group.rights = rights;
  function Kept() {
    return <RightsTab group={group} rights={useEndpoint(getPlayerGroup, { params: { playerGroupId: group.id } }).data?.rights ?? rights} />;
  }
  const api: Api = ({ method, url }) => {
    if (method !== "GET") kept = [...rights, { userGroupId: given.id, holder: given.groupName, rightsType: "READ" }];
    return url.includes("/player-groups/") ? answered({ ...group, rights: kept }) : answered([given]);
  };
  await showLoggedIn(<Kept />, api, { user: { permissions: ["view_user_group"] } });
  const choice = await screen.findByLabelText("User group");
  const form = choice.closest("form") ?? document.body;
  fireEvent.change(choice, { target: { value: given.id } });
  await press(form, /^Give rights/);
  await waitFor(() => expect(screen.queryByLabelText("User group")).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("status"));
});

test("a saved level leaves the focus to a user who types an address meanwhile", async () => {
  const saved = Promise.withResolvers<ApiAnswer>();
  await showLoggedIn(<RightsTab group={group} rights={rights} />, ({ method }) => (method === "GET" ? answered(group) : saved.promise));
  const table = await screen.findByRole("table");
  fireEvent.change(within(table).getByRole("combobox"), { target: { value: "MODIFY" } });
  const save = within(table).getByRole("button", { name: /^Save/ });
  save.focus();
  await press(table, /^Save/);
  const field = screen.getByLabelText("Email address", { exact: false, selector: "input" });
  field.focus();
  await act(async () => saved.resolve(answered(undefined, 204)));
  expect(screen.getByRole("status").textContent).toContain("Change");
  expect(document.activeElement).toBe(field);
});
