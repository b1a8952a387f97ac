// @vitest-environment happy-dom
import { checks, drivenScenes } from "@storyport/contract/conformance";
import type { ConformanceRun } from "@storyport/contract/conformance";
import { m } from "@storyport/texts/messages";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Api } from "#/shell/logged-in-page.fixture.tsx";
import { answered, sessionOver, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { RunScreen } from "./run-screen.tsx";

const runId = "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100";
const run: ConformanceRun = {
  runId,
  gameId: 7,
  gameKey: "sea",
  issuer: `https://portal.example/conformance/${runId}`,
  scene: "PLAIN",
  startedAt: "2026-11-23T08:00:00.000Z",
  endsAt: "2026-11-24T08:00:00.000Z",
  isOver: false,
  canBeDriven: true,
  rightsType: "MODIFY",
  checks: checks.map((check) => ({ check, verdict: check === "state" ? "FAILED" : "PASSED", clause: "RFC 6749" })),
  observations: [
    {
      id: "1",
      at: "2026-11-23T08:01:00.000Z",
      kind: "TOKEN",
      scene: "WRONG_STATE",
      request: { code: "abcd… (43)" },
      response: { status: "200" },
    },
  ],
};

async function show(changes: Partial<ConformanceRun> = {}, play: Api = () => answered({ ...run, ...changes })) {
  const played: string[] = [];
  await showLoggedIn(<RunScreen runId={runId} />, async (request) => {
    if (request.method === "GET") return answered({ ...run, ...changes });
    played.push(String(JSON.parse(request.body ?? "{}").scene));
    return play(request);
  });
  await screen.findByRole("heading", { name: m["bench.checksTitle"]() });
  return played;
}

test("what failed comes first, with its advice, and each request is explained", async () => {
  await show();
  const rows = screen.getAllByRole("rowheader").map(({ textContent }) => textContent);
  expect(rows[0]).toBe(m["bench.check_state"]());
  expect(screen.getByText(m["bench.advice_state"]())).toBeTruthy();
  expect(screen.queryByText(m["bench.advice_pkce"]())).toBeNull();
  expect(screen.getByText(m["bench.seenTOKEN"]())).toBeTruthy();
  expect(screen.getByText("abcd… (43)")).toBeTruthy();
});

test("what was played in another window is shown when the reader comes back", async () => {
  let seen = run;
  await showLoggedIn(<RunScreen runId={runId} />, () => answered(seen));
  await screen.findByText(m["bench.advice_state"]());
  seen = { ...run, checks: run.checks.map((check) => ({ ...check, verdict: "PASSED" })) };
  await act(async () => void dispatchEvent(new Event("focus")));
  await waitFor(() => expect(screen.queryByText(m["bench.advice_state"]())).toBeNull());
});

test("one press plays every scene, each in a call of its own", async () => {
  const played = await show();
  await act(async () => screen.getByRole("button", { name: m["bench.playAll"]() }).click());
  await screen.findByText(m["bench.played"]());
  expect(played).toEqual([...drivenScenes]);
});

test("a refusal ends the playing and is said", async () => {
  const refusal = { message: "This run is over.", code: "errors.conformanceRunEnded", requestId: "r" };
  const played = await show({}, () => answered(refusal, 409));
  await act(async () => screen.getByRole("button", { name: m["bench.playAll"]() }).click());
  await screen.findByText(m["bench.changeFailed"]({ reason: m["errors.conformanceRunEnded"]() }));
  expect(played).toEqual(["PLAIN"]);
});

test("without a start address the page says to play by hand", async () => {
  await show({ canBeDriven: false });
  expect(screen.queryByRole("button", { name: m["bench.playAll"]() })).toBeNull();
  expect(screen.getByText(m["bench.noStart"]())).toBeTruthy();
});

test("a person who only reads sees the verdicts, and no button that needs MODIFY", async () => {
  await show({ rightsType: "READ" });
  expect(screen.getByText(m["bench.seenTOKEN"]())).toBeTruthy();
  expect(screen.getByText(run.issuer)).toBeTruthy();
  expect(screen.queryAllByRole("button").map(({ textContent }) => textContent)).toEqual([]);
});

test("what a game sends is shown as text, never as markup", async () => {
  const markup = `<img src=x onerror="document.title='owned'"><a href="javascript:alert(1)">go</a>`;
  await show({
    observations: [
      {
        id: "1",
        at: "2026-11-23T08:01:00.000Z",
        kind: "CALLBACK",
        scene: "PLAIN",
        request: { [markup]: "x" },
        response: { location: markup },
      },
    ],
  });
  expect(screen.getAllByText(markup)).toHaveLength(2);
  expect(document.querySelectorAll("img, a[href^='javascript:']")).toHaveLength(0);
});

test("the address of a report stays when the session ends, because it is shown once", async () => {
  let isOver = false;
  const { queries, left } = await showLoggedIn(<RunScreen runId={runId} />, ({ method }) => {
    if (isOver) return sessionOver;
    return answered(method === "GET" ? run : { address: "https://portal.example/conformance-report/one" });
  });
  const share = await screen.findByRole("button", { name: m["bench.share"]() });
  await act(async () => void fireEvent.click(share));
  await screen.findByText("https://portal.example/conformance-report/one");
  isOver = true;
  void queries.refetchQueries();
  expect(await screen.findByRole("dialog", { name: "You have been logged out" })).toBeTruthy();
  expect(left).not.toHaveBeenCalled();
});
