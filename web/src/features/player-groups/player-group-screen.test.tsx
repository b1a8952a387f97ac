// @vitest-environment happy-dom
import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { answered, sessionOver, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import type { GroupTab } from "./group-tab.ts";
import { PlayerGroupScreen } from "./player-group-screen.tsx";
import { aPlayerGroup } from "./player-groups.fixture.ts";

const group = aPlayerGroup();

async function open(tab: GroupTab, parts: Partial<PlayerGroupDetails>) {
  await showLoggedIn(<PlayerGroupScreen playerGroupId={group.id} place={{ tab }} />, () => answered({ ...group, ...parts }));
  await screen.findByRole("navigation", { name: "Parts of this class" });
}
const tabs = () => screen.getAllByRole("link").map(({ textContent }) => textContent);
const refusal = () => screen.queryByText("Your rights on this class do not allow this.");

test.each([
  ["rights", "OWNER", "Rights"],
  ["settings", "MODIFY", "Settings"],
] as const)("the %s of an archived class are no tab for %s, and a link to them is refused", async (tab, rightsType, name) => {
  await open(tab, { groupType: "ARCHIVED", rightsType });
  expect(refusal()).not.toBeNull();
  expect(tabs()).not.toContain(name);
  expect(screen.queryByRole("heading", { level: 2 })).toBeNull();
});

test.each([
  ["rights", "REGULAR"],
  ["settings", "REGULAR"],
  ["settings", "ARCHIVED"],
] as const)("an owner opens the %s of a class of type %s", async (tab, groupType) => {
  await open(tab, { groupType });
  expect(refusal()).toBeNull();
  expect(screen.getAllByRole("heading", { level: 2 }).length).toBeGreaterThan(0);
});

describe("the session ends while a lesson runs, and the user returns to the page", () => {
  const nora = "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a101";
  const later = new Date(Date.now() + 45 * 60_000).toISOString();
  const student = {
    userId: nora,
    displayName: "Nora",
    playerId: nora,
    mayUseBadge: true,
    badge: { createdAt: group.createdAt, expiresAt: later },
  };
  const code = { userId: nora, displayName: "Nora", otpCode: "HUS12345", expiresAt: later };
  const badge = { userId: nora, displayName: "Nora", groupName: "2A", qrCodeUrl: "https://portal.example/qr/1", expiresAt: later };
  const lesson = { id: group.id, playerGroupId: group.id, groupName: "2A", startedAt: group.createdAt, endsAt: later };
  const answers: Record<string, unknown> = {
    lesson: { mayLead: true, lesson },
    missing: [],
    badges: { id: group.id, groupName: "2A", rightsType: "OWNER", students: [student] },
    "one-time-codes": [code],
    reprint: [badge],
    [group.id]: { ...group, playerIds: [nora], players: [{ id: nora, playerName: "Nora", excludedFromAnalysis: false }] },
  };
  async function openStudents() {
    const session = { isOver: false };
    const { left } = await showLoggedIn(<PlayerGroupScreen playerGroupId={group.id} place={{}} />, ({ url }) =>
      session.isOver ? sessionOver : answered(answers[url.split("/").at(-1) ?? ""]),
    );
    await screen.findByRole("link", { name: "Open the lesson" });
    await screen.findByRole("table");
    const endSession = () =>
      act(async () => {
        session.isOver = true;
        document.dispatchEvent(new Event("visibilitychange"));
      });
    return { left, endSession };
  }
  const nameField = () => screen.getByLabelText("Student’s name", { exact: false, selector: "input" });
  const press = async (name: string) => await act(async () => void fireEvent.click(screen.getByRole("button", { name })));

  test("the login opens at once if there is nothing to lose", async () => {
    const { left, endSession } = await openStudents();
    await endSession();
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
  });

  test.each([
    ["a typed name", async () => void fireEvent.change(nameField(), { target: { value: "Aksel" } })],
    ["the codes that are shown", () => press("Code Nora")],
    ["the badges that are shown", () => press("Print again Nora")],
    ["the choice of students", () => press("Choose students").then(() => fireEvent.click(screen.getByRole("checkbox", { name: "Nora" })))],
  ])("%s: the page stays, and a notice says so", async (_, begin) => {
    const { left, endSession } = await openStudents();
    await begin();
    await endSession();
    expect(await screen.findByRole("heading", { name: "You have been logged out" })).toBeTruthy();
    expect(left).not.toHaveBeenCalled();
  });
});
