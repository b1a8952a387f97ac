// @vitest-environment happy-dom
import type { GameSettings } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { CallbackList } from "./callback-list.tsx";
import { someGameSettings } from "./games.fixture.ts";

const url = "https://game.example/arrive";

function Page() {
  const [game, setGame] = useState<GameSettings>(someGameSettings({ callbacks: [{ url, kind: "WEB" }] }));
  return <CallbackList game={game} onSaved={setGame} />;
}

async function remove(): Promise<void> {
  const button = screen.getByRole("button", { name: `${m["games.removeCallback"]()} ${url}` });
  button.focus();
  fireEvent.click(button);
  const yes = within(screen.getByRole("dialog")).getByRole("button", { name: m["games.removeCallback"]() });
  await act(async () => void fireEvent.click(yes));
}

test("a removed address is reported with the focus, because its row is gone", async () => {
  await showLoggedIn(<Page />, () => answered(someGameSettings({ version: 2 })));
  await remove();
  const message = (await screen.findByText(m["games.callbackRemoved"]({ url }))).closest("[role=status]");
  expect(screen.queryByRole("table")).toBeNull();
  expect(document.activeElement).toBe(message);
});

test("an address that is added again is not reported as removed any more", async () => {
  const answers = [{ callbacks: [] }, {}].map((changes, index) => someGameSettings({ version: index + 2, ...changes }));
  await showLoggedIn(<Page />, () => answered(answers.shift()));
  await remove();
  await screen.findByText(m["games.callbackRemoved"]({ url }));
  fireEvent.change(screen.getByLabelText(m["games.callbackUrl"](), { selector: "input" }), { target: { value: url } });
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: m["games.addCallback"]() })));
  expect(screen.queryByText(m["games.callbackRemoved"]({ url }))).toBeNull();
});
