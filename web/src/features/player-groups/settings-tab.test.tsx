// @vitest-environment happy-dom
import { getPlayerGroup } from "@storyport/contract/player-groups";
import { act, fireEvent, screen, within } from "@testing-library/react";
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
