// @vitest-environment happy-dom
import { m } from "@storyport/texts/messages";
import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ApiAnswer } from "#/api/call.ts";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { anEvent } from "./event.fixture.ts";
import { HistoryOf } from "./history-of.tsx";

const about = "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100";

test("the last page leaves the focus at the end of the list, because the button for older events is gone", async () => {
  await showLoggedIn(<HistoryOf about={about} />, ({ url }) => {
    const isLast = url.includes("before=");
    return answered({ results: [anEvent({ id: isLast ? "1" : "2" })], named: [], next: isLast ? null : "2" });
  });
  const older = await screen.findByRole("button", { name: m["history.older"]() });
  older.focus();
  await act(async () => older.click());
  await waitFor(() => expect(older.isConnected).toBe(false));
  expect(document.activeElement).toBe(screen.getByText(m["history.allShown"]()));
});

test("the last page leaves the focus to a user who has moved on meanwhile", async () => {
  const last = Promise.withResolvers<ApiAnswer>();
  await showLoggedIn(
    <>
      <HistoryOf about={about} />
      <input />
    </>,
    ({ url }) => (url.includes("before=") ? last.promise : answered({ results: [anEvent({ id: "2" })], named: [], next: "2" })),
  );
  const older = await screen.findByRole("button", { name: m["history.older"]() });
  older.focus();
  await act(async () => older.click());
  screen.getByRole("textbox").focus();
  await act(async () => last.resolve(answered({ results: [anEvent({ id: "1" })], named: [], next: null })));
  await waitFor(() => expect(older.isConnected).toBe(false));
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
});
