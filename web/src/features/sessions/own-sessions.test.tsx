// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { OwnSessions } from "./own-sessions.tsx";

const here = {
  id: "0".repeat(32),
  kind: "PORTAL",
  name: "Firefox",
  loginType: "PASSWORD",
  startedAt: "2026-11-22T08:00:00.000Z",
  lastSeenAt: "2026-11-22T08:00:00.000Z",
  expiresAt: "2026-11-23T08:00:00.000Z",
  isCurrent: true,
};

test("a session that has ended elsewhere is shown as ended, and leaves the list", async () => {
  let isOver = false;
  await showLoggedIn(<OwnSessions />, ({ method }) => {
    if (method !== "DELETE") return answered(isOver ? [here] : [here, { ...here, id: "1".repeat(32), name: "Safari", isCurrent: false }]);
    isOver = true;
    return answered({ message: "Not found", code: "errors.notFound", requestId: "r" }, 404);
  });
  const buttons = await screen.findAllByRole("button", { name: /Safari/ });
  await act(async () => void fireEvent.click(buttons[0] ?? document.body));
  await waitFor(() => expect(screen.getByRole("status").textContent).toContain("Safari"));
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
  expect(screen.queryByRole("alert")).toBeNull();
});
