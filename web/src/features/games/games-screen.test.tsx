// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { GamesScreen } from "./games-screen.tsx";

test("games that a proxy does not deliver are said with the status", async () => {
  const proxys = { status: 502, statusText: "Bad Gateway", retryAfter: null, body: "<html>" };
  await showLoggedIn(
    <main>
      <GamesScreen place={{}} />
    </main>,
    () => proxys,
  );
  expect((await screen.findByRole("alert")).textContent).toContain("The games could not be loaded: 502 Bad Gateway");
});
