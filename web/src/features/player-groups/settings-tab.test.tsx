// @vitest-environment happy-dom
import { getPlayerGroup } from "@storyport/contract/player-groups";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { aPlayerGroup } from "./player-groups.fixture.ts";
import { SettingsTab } from "./settings-tab.tsx";

beforeEach(() => sessionStorage.clear());

const archived = aPlayerGroup({ groupType: "ARCHIVED" });
/** The tab on its page, which fetches the group. */
function Tab() {
  const { data } = useEndpoint(getPlayerGroup, { params: { playerGroupId: archived.id } });
  return data && <SettingsTab group={data} />;
}

test("a refusal to restore a class is not shown in the later question before it is archived", async () => {
  let group = archived;
  await showLoggedIn(<Tab />, ({ method }) => {
    if (method === "GET") return answered(group);
    // A colleague has restored the class meanwhile.
    group = aPlayerGroup({ version: 2 });
    return answered({ message: "Changed", code: "errors.changedMeanwhile", requestId: "r" }, 409);
  });
  await act(async () => void fireEvent.click(await screen.findByRole("button", { name: /^Restore/ })));
  expect(await screen.findByRole("alert")).toBeDefined();
  fireEvent.click(await screen.findByRole("button", { name: /^Archive/ }));
  expect(within(screen.getByRole("dialog")).getByRole("alert").textContent).toBe("");
});

test.each([
  { was: "REGULAR", becomes: "ARCHIVED", button: /^Archive/, said: "The class is archived." },
  { was: "ARCHIVED", becomes: "REGULAR", button: /^Restore/, said: "The class is restored." },
] as const)("a class that becomes $becomes says so, and the sentence takes the focus", async ({ was, becomes, button, said }) => {
  let group = aPlayerGroup({ groupType: was });
  await showLoggedIn(<Tab />, ({ method, url }) => {
    if (method !== "GET") group = aPlayerGroup({ groupType: becomes, version: 2 });
    return url.includes("/badges") ? answered({ id: group.id, groupName: "2A", rightsType: "OWNER", students: [] }) : answered(group);
  });
  await act(async () => void fireEvent.click(await screen.findByRole("button", { name: button })));
  if (becomes === "ARCHIVED") {
    const dialog = within(screen.getByRole("dialog"));
    await act(async () => void fireEvent.click(dialog.getByRole("button", { name: button })));
  }
  const notice = (await screen.findByText(said)).closest("[role=status]");
  await waitFor(() => expect(document.activeElement).toBe(notice));
});
