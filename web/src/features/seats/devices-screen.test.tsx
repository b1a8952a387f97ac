// @vitest-environment happy-dom
import type { Device } from "@storyport/contract/seats";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { DevicesScreen } from "./devices-screen.tsx";

const playerGroupId = "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100";
const device: Device = {
  id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a101",
  version: 1,
  name: "Tablet",
  gameName: "Boats",
  addedAt: "2026-11-22T08:00:00.000Z",
  lastSeenAt: "2026-11-22T08:00:00.000Z",
};

test("a removed device leaves the focus at the heading of the page, because its row is gone", async () => {
  let devices = [device];
  await showLoggedIn(
    <main>
      <DevicesScreen playerGroupId={playerGroupId} />
    </main>,
    ({ method }) => {
      if (method === "GET") return answered({ groupName: "2A", devices });
      devices = [];
      return answered(undefined, 204);
    },
  );
  const remove = await screen.findByRole("button", { name: "Remove: Tablet" });
  remove.focus();
  fireEvent.click(remove);
  await act(async () => void fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Remove" })));
  await waitFor(() => expect(screen.queryByRole("listitem")).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
});
