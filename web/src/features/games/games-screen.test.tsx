// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { GameScreen } from "./game-screen.tsx";
import { GamesScreen } from "./games-screen.tsx";

test.each([
  ["list", <GamesScreen key="list" place={{}} />],
  ["page of a game", <GameScreen key="game" gameId="7" place={{}} />],
])("games that a proxy does not deliver are said with the status: %s", async (_, screenOfGames) => {
  const proxys = { status: 502, statusText: "Bad Gateway", retryAfter: null, body: "<html>" };
  await showLoggedIn(<main>{screenOfGames}</main>, () => proxys);
  expect((await screen.findByRole("alert")).textContent).toContain("The games could not be loaded: 502 Bad Gateway");
});
