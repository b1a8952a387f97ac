// @vitest-environment happy-dom
/** The decision on a list: one answer for many questions, and how far a list is that is being applied. */
import type { getRosterRun } from "@storyport/contract/rosters";
import type { ResponseOf } from "@storyport/contract/endpoint";
import { m } from "@storyport/texts/messages";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import type { Api } from "#/shell/logged-in-page.fixture.tsx";
import { RunScreen } from "./run-screen.tsx";

type Shown = ResponseOf<typeof getRosterRun>;

const runId = "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100";
const counts = { NEW: 0, MOVED: 0, LEFT: 0, RENAMED: 0, CONFLICT: 300 };
const waiting: Shown = {
  run: { id: runId, organizationId: runId, source: "ONEROSTER", status: "CHECKED", counts, madeAt: "2026-11-23T10:00:00.000Z" },
  digest: "x",
  classes: [{ position: 0, className: "2A", counts, questions: 2, stops: false }],
  questions: [
    { reason: "looksAlike", answer: "other", count: 300 },
    { reason: "looksAlike", answer: "same", count: 300 },
    { reason: "looksAlike", answer: "skip", count: 300 },
  ],
};
const alike = (position: number, name: string) => ({
  position,
  kind: "CONFLICT",
  thing: "STUDENT",
  name,
  reason: "looksAlike",
  likeName: name,
  answers: ["same", "other", "skip"],
});

/** Plays a run, until the test shows another state of it. */
function aRun(first: Shown): { api: Api; sent: unknown[]; becomes: (next: Shown) => void } {
  const sent: unknown[] = [];
  let state = first;
  const api: Api = ({ method, url, body }) => {
    if (method === "POST") {
      sent.push(JSON.parse(String(body)));
      return answered({ message: "x", code: "errors.rosterUnderWay", requestId: "r" }, 409);
    }
    if (url.includes("/changes")) return answered([alike(0, "Nora"), alike(1, "Emil")]);
    return answered(state);
  };
  return { api, sent, becomes: (next) => void (state = next) };
}

const select = (name: RegExp) => screen.findByRole("combobox", { name });

test("one answer for all says what it does, fills the single answers, and a single answer keeps its own", async () => {
  const { api, sent } = aRun(waiting);
  await showLoggedIn(<RunScreen runId={runId} />, api);
  fireEvent.change(await select(/Children whose names look known: 300/), { target: { value: "same" } });
  await screen.findByText(/^The same child: 300\./);
  const nora = await select(/Answer for Nora/);
  expect(nora).toHaveProperty("value", "same");
  fireEvent.change(await select(/Answer for Emil/), { target: { value: "other" } });
  await screen.findByText(/^The same child: 299\./);
  expect(nora).toHaveProperty("value", "same");
  fireEvent.click(screen.getByRole("button", { name: "Apply the changes" }));
  await screen.findByText(/Nothing was applied\. The list of this organization is being applied/);
  expect(sent).toEqual([
    { digest: "x", allowsLoss: false, answers: [{ position: 1, answer: "other" }], forAll: [{ reason: "looksAlike", answer: "same" }] },
  ]);
});

test("a single question of a kind gets no answer for all", async () => {
  const questions = waiting.questions.map((each) => ({ ...each, count: 1 }));
  const { api } = aRun({ ...waiting, questions });
  await showLoggedIn(<RunScreen runId={runId} />, api);
  await select(/Answer for Nora/);
  expect(screen.queryByText(m["rosters.forAllTitle"]())).toBeNull();
});

const under = (done: number): Shown => ({
  ...waiting,
  run: { ...waiting.run, progress: { isRunning: true, done, all: 20_800, at: "2026-11-23T10:00:00.000Z" } },
});

test("a page that opens while the list is applied shows how far it is, goes on by itself, and ends with the result", async () => {
  const done: Shown = { ...waiting, run: { ...waiting.run, status: "APPLIED" }, questions: [] };
  const { api, becomes } = aRun(under(2080));
  await showLoggedIn(<RunScreen runId={runId} />, api);
  await waitFor(() => expect(screen.getByRole("progressbar")).toHaveProperty("value", 0.1));
  expect(screen.queryByRole("button", { name: "Apply the changes" })).toBeNull();
  becomes(under(10_400));
  await screen.findByText("Changes done: 10,400 of 20,800. They count only when all are done.");
  becomes(done);
  await screen.findByText("Applied");
  expect(screen.queryByRole("progressbar")).toBeNull();
});

test("a list that ended half-way says that nothing was applied, and can be applied again", async () => {
  const ended: Shown = {
    ...waiting,
    run: { ...waiting.run, progress: { isRunning: false, done: 2080, all: 20_800, at: "2026-11-23T10:00:00.000Z" } },
  };
  const { api } = aRun(ended);
  await showLoggedIn(<RunScreen runId={runId} />, api);
  await screen.findByText(/ended half-way, so nothing was applied/);
  expect(screen.getByRole("button", { name: "Apply the changes" })).toBeTruthy();
});

test("the answer that a class is another says how many students go along, and the other answers do not", async () => {
  const question = { ...alike(0, "2A"), thing: "CLASS", reason: "classNameTaken", goingAlong: 5 };
  await showLoggedIn(<RunScreen runId={runId} />, ({ url }) => answered(url.includes("/changes") ? [question] : waiting));
  const answer = await select(/Answer for 2A/);
  fireEvent.change(answer, { target: { value: "other" } });
  await screen.findByText("Students who go along to the new class: 5");
  fireEvent.change(answer, { target: { value: "same" } });
  await waitFor(() => expect(document.body.textContent).not.toContain("Students who go along"));
});

test("a refusal because the list has changed stays in sight, with the changes as they are now and without the former answers", async () => {
  let shown = waiting;
  await showLoggedIn(<RunScreen runId={runId} />, ({ method, url }) => {
    if (method === "POST") {
      shown = { ...waiting, digest: "y", classes: [{ position: 0, className: "3B", counts, questions: 2, stops: false }] };
      return answered({ message: "x", code: "errors.rosterChanged", requestId: "r" }, 409);
    }
    return answered(url.includes("/changes") ? [alike(0, "Nora"), alike(1, "Emil")] : shown);
  });
  fireEvent.change(await select(/Answer for Nora/), { target: { value: "other" } });
  fireEvent.click(screen.getByRole("button", { name: "Apply the changes" }));
  await screen.findByText(/3B/);
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(m["errors.rosterChanged"]()));
  expect(await select(/Answer for Nora/)).toHaveProperty("value", "skip");
});

/** Presses the button, which is refused because the list has changed. The changes then have another digest, and the class another name. */
async function aRefusal() {
  let digest = "x";
  const shown = () => ({ ...waiting, digest, classes: waiting.classes.map((each) => ({ ...each, className: `Class ${digest}` })) });
  const { queries } = await showLoggedIn(<RunScreen runId={runId} />, ({ method, url }) => {
    if (method !== "POST") return answered(url.includes("/changes") ? [alike(0, "Nora"), alike(1, "Emil")] : shown());
    digest = "y";
    return answered({ message: "x", code: "errors.rosterChanged", requestId: "r" }, 409);
  });
  await select(/Answer for Nora/);
  fireEvent.click(screen.getByRole("button", { name: "Apply the changes" }));
  await screen.findByText(/Class y/);
  return async () => {
    digest = "z";
    await act(async () => await queries.invalidateQueries());
    await screen.findByText(/Class z/);
  };
}

test("a refusal because the list has changed takes the focus, and goes with the next change", async () => {
  const changeAgain = await aRefusal();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("alert")));
  expect(document.activeElement?.textContent).toContain(m["errors.rosterChanged"]());
  await changeAgain();
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("a refusal goes as soon as the next question is answered", async () => {
  await aRefusal();
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(m["errors.rosterChanged"]()));
  fireEvent.change(await select(/Answer for Nora/), { target: { value: "other" } });
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("another refusal goes with the list that it was about", async () => {
  const { api, becomes } = aRun(waiting);
  const { queries } = await showLoggedIn(<RunScreen runId={runId} />, api);
  fireEvent.click(await screen.findByRole("button", { name: "Apply the changes" }));
  await screen.findByRole("alert");
  becomes({ ...waiting, digest: "y" });
  await act(async () => await queries.invalidateQueries());
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("an opened class takes the focus at its heading, because the pressed button is gone", async () => {
  const { api } = aRun({ ...waiting, classes: [{ position: 0, className: "2A", counts, questions: 0, stops: false }] });
  await showLoggedIn(<RunScreen runId={runId} />, api);
  const open = await screen.findByRole("button", { name: m["rosters.open"]() });
  open.focus();
  await act(async () => void fireEvent.click(open));
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "2A" }));
});
