// @vitest-environment happy-dom
import type { OpenidWord } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { NameSharing } from "./name-sharing.tsx";

const organizationId = "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100";

/** A portal whose consent others may change while the page is open. */
async function show(first: OpenidWord[]) {
  const state = { reads: first };
  const sent: unknown[] = [];
  const list = () => ({
    organizationName: "Fjordskolen",
    mayGive: true,
    tools: [
      {
        gameId: 7,
        gameKey: "sea",
        description: "Sea charts",
        asks: ["profile", "email"],
        reads: state.reads,
        ...(state.reads.length > 0 && { since: "2026-11-23T08:00:00.000Z" }),
      },
    ],
  });
  const { queries } = await showLoggedIn(<NameSharing organizationId={organizationId} />, ({ method, body }) => {
    if (method === "GET") return answered(list());
    const decision = JSON.parse(body ?? "{}") as { words: OpenidWord[]; seen: OpenidWord[] };
    sent.push(decision);
    const isOutdated = decision.words.length > 0 && decision.seen.join() !== state.reads.join();
    if (isOutdated) return answered({ message: "Changed", code: "errors.changedMeanwhile", requestId: "r" }, 409);
    state.reads = decision.words;
    return answered(list());
  });
  await screen.findByRole("heading", { name: "Sea charts" });
  return { state, sent, queries };
}

const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name: new RegExp(`^${name}`) });
const press = (name: string) => act(async () => screen.getByRole("button", { name }).click());
const isTicked = () => ({ profile: box(m["nameSharing.profile"]()).checked, email: box(m["nameSharing.email"]()).checked });

test("a decision says what the page showed", async () => {
  const { sent } = await show(["profile"]);
  fireEvent.click(box(m["nameSharing.email"]()));
  await press(m["nameSharing.save"]());
  await waitFor(() => expect(screen.getByText(m["nameSharing.saved"]())).toBeTruthy());
  expect(sent).toEqual([{ gameId: 7, words: ["profile", "email"], seen: ["profile"] }]);
});

test("after a refusal the page shows what holds now, and the ticks with it", async () => {
  const { state } = await show(["profile"]);
  fireEvent.click(box(m["nameSharing.email"]()));
  state.reads = [];
  await press(m["nameSharing.save"]());
  await waitFor(() => expect(screen.getByText(m["nameSharing.readsNothing"]())).toBeTruthy());
  await waitFor(() => expect(isTicked()).toEqual({ profile: false, email: false }));
  expect(screen.getByText(m["nameSharing.failed"]({ reason: m["nameSharing.changed"]() }))).toBeTruthy();
});

test("a list that is fetched again while the user ticks does not change what the decision says the page showed", async () => {
  const { state, sent, queries } = await show(["profile"]);
  fireEvent.click(box(m["nameSharing.email"]()));
  state.reads = [];
  await act(async () => await queries.invalidateQueries());
  await waitFor(() => expect(screen.getByText(m["nameSharing.readsNothing"]())).toBeTruthy());
  await press(m["nameSharing.save"]());
  await waitFor(() => expect(isTicked()).toEqual({ profile: false, email: false }));
  expect(sent).toEqual([{ gameId: 7, words: ["profile", "email"], seen: ["profile"] }]);
  expect(state.reads).toEqual([]);
});

test("a withdrawal is reported with the focus, because its button is gone", async () => {
  await show(["profile"]);
  screen.getByRole("button", { name: m["nameSharing.withdraw"]() }).focus();
  await press(m["nameSharing.withdraw"]());
  const question = within(screen.getByRole("dialog"));
  await act(async () => question.getByRole("button", { name: m["nameSharing.withdraw"]() }).click());
  await waitFor(() => expect(screen.queryByRole("button", { name: m["nameSharing.withdraw"]() })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("status"));
});
