// @vitest-environment happy-dom
/** A hand-over that failed. Grown-ups read why. A child reads what to do, and the reason is folded away (DESIGN A24). */
import { m } from "@storyport/texts/messages";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useReducer } from "react";
import { expect, test } from "vitest";
import { readFailure } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";
import { createCall } from "#/api/call.ts";
import type { ApiAnswer } from "#/api/call.ts";
import { createFreshCall } from "#/api/fresh-call.ts";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { HandOverFailure } from "./hand-over-failure.tsx";

const failure = { status: 403, statusText: "Forbidden", code: "errors.gameNotAvailable", message: "No" } as const;

async function show(isChild: boolean, shown: Failure = failure): Promise<HTMLElement> {
  await showLoggedIn(<HandOverFailure failure={shown} gameId="1" isChild={isChild} onTryAgain={() => undefined} />);
  return screen.getByRole("alert");
}

const reason = /Failed to finish login: 403 Forbidden/;

test("a grown-up reads the reason", async () => {
  const box = await show(false);
  expect(box.querySelector("details")).toBeNull();
  expect(box.textContent).toMatch(reason);
});

test.each([
  ["of HTTP/2, which has no status text,", { ...failure, statusText: "" }, "403, This game"],
  ["with a message alone", { ...readFailure(500, "Internal Server Error", { message: "boom" }) }, "500 Internal Server Error, boom"],
  ["that is no failed answer", { ...failure, status: 200, statusText: "OK" }, "This game"],
  ["without a response", { status: 0, statusText: "", code: "errors.unreachable", message: "Away" }, "Away"],
])("a failure %s has no empty parts", async (_, shown, words) => {
  const box = await show(false, shown);
  expect(box.textContent).toContain(`Failed to finish login: ${words}`);
});

test("a child reads whom to ask, and the reason is folded away", async () => {
  const box = await show(true);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(m["child.ohNo"]());
  expect(box.querySelector("p")?.textContent).toBe(m["child.askTeacher"]());
  expect(box.querySelector("details")?.open).toBe(false);
  expect(box.querySelector("details")?.textContent).toMatch(reason);
});

/** The choice of an organization, on a page that can be drawn again. `answer` is the account's manifest. */
async function showChoice(answer: Promise<ApiAnswer>): Promise<void> {
  const fresh = createFreshCall(
    createCall(
      () => answer,
      () => undefined,
    ),
    () => 0,
  );
  await showLoggedIn(<Redrawn />, undefined, { fresh });
}

const notChosen = { ...failure, code: "errors.organizationNotChosen" } as const;

function Redrawn() {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  return (
    <>
      <button onClick={drawAgain}>Draw again</button>
      <HandOverFailure failure={notChosen} gameId="1" isChild={false} onTryAgain={() => undefined} />
    </>
  );
}

test("the choice of an organization says that it waits, until the organizations are there", async () => {
  const answer = Promise.withResolvers<ApiAnswer>();
  await showChoice(answer.promise);
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe(m["app.waiting"]()));
  answer.resolve(answered([]));
  await waitFor(() => expect(screen.queryByRole("status")).toBeNull());
  // The game was taken away meanwhile: the page says so, and offers the ways on.
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(m["errors.gameNotAvailable"]()));
  expect(screen.getByRole("button", { name: m["gameLogin.logInAsSomeoneElse"]() })).toBeTruthy();
  expect(screen.getByRole("button", { name: m["gameLogin.startOver"]() })).toBeTruthy();
});

test("a page that is drawn again leaves the focus where it is", async () => {
  await showChoice(Promise.resolve(answered([])));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("alert")));
  expect(document.activeElement?.textContent).toContain(m["errors.gameNotAvailable"]());
  const startOver = screen.getByRole("button", { name: m["gameLogin.startOver"]() });
  startOver.focus();
  act(() => void fireEvent.click(screen.getByRole("button", { name: "Draw again" })));
  expect(document.activeElement).toBe(startOver);
});
