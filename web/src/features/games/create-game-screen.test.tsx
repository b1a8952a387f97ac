// @vitest-environment happy-dom
import { listGames } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";
import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { readKeptValues } from "#/features/edits/kept-values.ts";
import { answered, sessionOver, showLoggedIn, usualUser } from "#/shell/logged-in-page.fixture.tsx";
import { CreateGameScreen } from "./create-game-screen.tsx";
import { someGameSettings } from "./games.fixture.ts";

beforeEach(() => sessionStorage.clear());

/** The screen itself fetches nothing, so this part of the page meets the end of the session. */
function Beside() {
  useEndpoint(listGames);
  return null;
}

test("a game that was created is no draft when the session ends", async () => {
  let isOver = false;
  const { left, queries } = await showLoggedIn(
    <>
      <CreateGameScreen />
      <Beside />
    </>,
    ({ method }) => {
      if (isOver) return sessionOver;
      return method === "GET" ? answered([]) : answered(someGameSettings(), 201);
    },
  );
  for (const field of screen.getAllByRole<HTMLInputElement>("textbox").filter(({ required, value }) => required && value === ""))
    fireEvent.change(field, { target: { value: "storyport-no" } });
  fireEvent.click(screen.getByRole("button", { name: m["games.createTitle"]() }));
  await screen.findByRole("link", { name: /storyport-no/ });
  // The pressed button is disabled now, and cannot keep the focus.
  expect(document.activeElement).toBe(screen.getByRole("status"));
  isOver = true;
  void queries.refetchQueries();
  await expect.poll(() => left.mock.calls).toHaveLength(1);
  expect(readKeptValues({ form: "create-game", accountId: usualUser.accountId }, { gameKey: "" })).toBeUndefined();
});
