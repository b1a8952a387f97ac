// @vitest-environment happy-dom
/** The page of a school's own lists: what a press changes is fetched once, and only the pressed button waits. */
import type { getRosters } from "@storyport/contract/rosters";
import type { ResponseOf } from "@storyport/contract/endpoint";
import { m } from "@storyport/texts/messages";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import type { Api } from "#/shell/logged-in-page.fixture.tsx";
import type { ApiAnswer } from "#/api/call.ts";
import { RostersScreen } from "./rosters-screen.tsx";

type Shown = ResponseOf<typeof getRosters>;

const organizationId = "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100";
const student = (playerId: string, playerName: string) => ({
  playerId,
  playerName,
  playerGroupId: organizationId,
  groupName: "2A",
  missingSince: "2026-11-23T10:00:00.000Z",
});
const [nora, emil] = [student("0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a101", "Nora"), student("0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a102", "Emil")];
const page: Shown = { organizationName: "School", runs: [], missing: [nora, emil] };

test("while a student is kept only this button waits, no second one is kept, and the page is fetched once more", async () => {
  const kept = Promise.withResolvers<ApiAnswer>();
  const sent: unknown[] = [];
  let shown = page;
  let looks = 0;
  await showLoggedIn(<RostersScreen organizationId={organizationId} />, ({ method, body }) => {
    if (method === "POST") {
      sent.push(JSON.parse(String(body)));
      return kept.promise;
    }
    looks++;
    return answered(shown);
  });
  const button = (name: RegExp) => screen.findByRole("button", { name });
  const [ofNora, ofEmil] = [await button(/Nora/), await button(/Emil/)];
  fireEvent.click(ofNora);
  await waitFor(() => expect(within(ofNora).queryByText(m["app.waiting"]())).toBeTruthy());
  expect(ofNora.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(ofEmil);
  expect(within(ofEmil).queryByText(m["app.waiting"]())).toBeNull();
  expect(ofEmil.getAttribute("aria-disabled")).toBe("true");
  shown = { ...page, missing: [emil] };
  kept.resolve({ ...answered(""), status: 204, body: "" });
  await waitFor(() => expect(screen.queryByRole("button", { name: /Nora/ })).toBeNull());
  expect(sent).toEqual([{ organizationId, playerIds: [nora.playerId] }]);
  expect(looks).toBe(2);
  expect(ofEmil.getAttribute("aria-disabled")).toBeNull();
});

test("a refused disconnection is forgotten when its question is closed, and the page is fetched once more", async () => {
  let looks = 0;
  await showLoggedIn(<RostersScreen organizationId={organizationId} />, ({ method }) => {
    if (method === "POST") return answered({ message: "No", code: "errors.rosterNotConnected", requestId: "r" }, 409);
    looks++;
    return answered({ ...page, missing: [], connection: { source: "ONEROSTER", mode: "APPROVAL" } });
  });
  const [change] = await screen.findAllByText(m["rosters.change"]());
  if (change !== undefined) fireEvent.click(change);
  const ask = () => fireEvent.click(screen.getByRole("button", { name: m["rosters.disconnect"]() }));
  const question = () => within(screen.getByRole("dialog"));
  ask();
  fireEvent.click(question().getByRole("button", { name: m["rosters.disconnect"]() }));
  await question().findByText(m["errors.rosterNotConnected"]());
  expect(looks).toBe(1);
  fireEvent.click(question().getByRole("button", { name: m["rosters.keepConnection"]() }));
  await waitFor(() => expect(looks).toBe(2));
  ask();
  expect(question().queryByText(m["errors.rosterNotConnected"]())).toBeNull();
});

test("a kept student leaves the focus at the heading of the others, and the last at that of the page", async () => {
  const missing = [nora, emil];
  await showLoggedIn(
    <main>
      <RostersScreen organizationId={organizationId} />
    </main>,
    ({ method }) => {
      if (method !== "POST") return answered({ ...page, missing });
      missing.shift();
      return answered(undefined, 204);
    },
  );
  const keep = async (name: RegExp) => {
    const button = await screen.findByRole("button", { name });
    button.focus();
    fireEvent.click(button);
    await waitFor(() => expect(screen.queryByRole("button", { name })).toBeNull());
  };
  await keep(/Nora/);
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: m["rosters.missing"]() }));
  await keep(/Emil/);
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
});

test("an undone list leaves the focus at the heading of the lists, because its button is gone", async () => {
  let isUndone = false;
  const run: Shown["runs"][number] = {
    id: organizationId,
    organizationId,
    source: "ONEROSTER",
    status: "APPLIED",
    counts: { NEW: 1, MOVED: 0, LEFT: 0, RENAMED: 0, CONFLICT: 0 },
    madeAt: "2026-11-23T10:00:00.000Z",
    undoableUntil: "2026-11-24T10:00:00.000Z",
  };
  await showLoggedIn(<RostersScreen organizationId={organizationId} />, ({ method }) => {
    if (method === "POST") isUndone = true;
    if (method === "POST") return answered({});
    const { undoableUntil: _, ...undone } = run;
    return answered({ ...page, missing: [], runs: [isUndone ? { ...undone, status: "UNDONE" } : run] });
  });
  const undo = { name: m["rosters.undo"]() };
  const button = await screen.findByRole("button", undo);
  button.focus();
  fireEvent.click(button);
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", undo));
  await waitFor(() => expect(screen.queryByRole("button", undo)).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: m["rosters.history"]() }));
});

test("a kept student leaves the focus to a user who types elsewhere meanwhile", async () => {
  const kept = Promise.withResolvers<ApiAnswer>();
  const connection = { source: "FEIDE", mode: "APPROVAL", schoolNumber: "123456789" };
  let missing = [nora, emil];
  const api: Api = ({ method }) => (method === "POST" ? kept.promise : answered({ ...page, connection, missing }));
  await showLoggedIn(<RostersScreen organizationId={organizationId} />, api, { user: { permissions: ["admin"] } });
  const button = await screen.findByRole("button", { name: /Nora/ });
  button.focus();
  fireEvent.click(button);
  const field = screen.getByLabelText(m["rosters.schoolNumber"](), { exact: false, selector: "input" });
  field.focus();
  missing = [emil];
  kept.resolve(answered(undefined, 204));
  await waitFor(() => expect(button.isConnected).toBe(false));
  expect(document.activeElement).toBe(field);
});
