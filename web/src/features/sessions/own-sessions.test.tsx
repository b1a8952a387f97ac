// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
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

test("after each of two sessions with the same name has been ended, the focus is on the message", async () => {
  let others = ["1", "2"].map((digit) => ({ ...here, id: digit.repeat(32), name: "Safari", isCurrent: false }));
  await showLoggedIn(<OwnSessions />, ({ method, url }) => {
    if (method !== "DELETE") return answered([here, ...others]);
    others = others.filter(({ id }) => !url.includes(id));
    return answered(undefined, 204);
  });
  for (const left of [2, 1]) {
    await waitFor(() => expect(screen.getAllByRole("button", { name: /Safari/ })).toHaveLength(left));
    const [button] = screen.getAllByRole("button", { name: /Safari/ });
    button?.focus();
    await act(async () => void fireEvent.click(button ?? document.body));
    await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(left));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("status")));
  }
});

test("while a session is being ended, another press ends nothing, and the first button stays busy", async () => {
  const others = ["Safari", "Chrome"].map((name, index) => ({ ...here, id: String(index + 1).repeat(32), name, isCurrent: false }));
  const ended: string[] = [];
  await showLoggedIn(<OwnSessions />, ({ method, url }) => {
    if (method !== "DELETE") return answered([here, ...others]);
    ended.push(url);
    return new Promise(() => undefined);
  });
  const safari = await screen.findByRole("button", { name: /Safari/ });
  await act(async () => void fireEvent.click(safari));
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: /Chrome/ })));
  expect(ended).toHaveLength(1);
  expect(safari.getAttribute("aria-disabled")).toBe("true");
});

test("keeping the other sessions gives the focus back to the button that asked", async () => {
  await showLoggedIn(<OwnSessions />, () => answered([here, { ...here, id: "1".repeat(32), name: "Safari", isCurrent: false }]));
  const name = "Log out other devices";
  await act(async () => void fireEvent.click(await screen.findByRole("button", { name })));
  const keep = within(screen.getByRole("alert")).getByRole("button", { name: "Cancel" });
  keep.focus();
  await act(async () => void fireEvent.click(keep));
  expect(document.activeElement).toBe(screen.getByRole("button", { name }));
});
