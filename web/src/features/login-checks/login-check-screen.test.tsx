// @vitest-environment happy-dom
/** What the page says of a game before its own answer, and after a failure. */
import type { LoginCheck } from "@storyport/contract/login-checks";
import { m } from "@storyport/texts/messages";
import { useSearch } from "@tanstack/react-router";
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ApiAnswer } from "#/api/call.ts";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { isolate } from "#/ui/isolate.ts";
import { LoginCheckScreen } from "./login-check-screen.tsx";
import { readLoginCheckSearch } from "./login-check-search.ts";

const id = (last: number) => `0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a10${last}`;
const fjord = { id: id(8), organization_key: "Fjordskolen" };

const checked = (isMet: boolean): LoginCheck => ({
  account: { id: id(1), name: "Nora", isStudent: true },
  organization: fjord,
  organizations: [fjord],
  games: [1, 2].map((gameId) => ({ gameId, description: `Game ${gameId}` })),
  checks: [{ rule: "gameOffered", isMet, ...(!isMet && { obstacle: "gameNotOffered" }) }],
  attempts: [],
});

function Page() {
  return <LoginCheckScreen userId={id(1)} search={readLoginCheckSearch(useSearch({ strict: false, structuralSharing: false }))} />;
}

/** Shows the page, and asks about the second game, whose answer is `later`. */
async function askAboutSecondGame(later: () => Promise<ApiAnswer> | ApiAnswer) {
  await showLoggedIn(<Page />, ({ url }) => (url.includes("gameId=2") ? later() : answered(checked(true))));
  await screen.findByText(m["loginChecks.free"]({ name: isolate("Nora") }));
  await act(async () => void fireEvent.change(screen.getByLabelText(m["loginChecks.game"]()), { target: { value: "2" } }));
}

const aboutGame2 = m["loginChecks.ruleGameOffered"]({ organization: isolate("Fjordskolen"), game: isolate("Game 2") });

test("the page says nothing about a game before its own answer", async () => {
  const second = Promise.withResolvers<ApiAnswer>();
  await askAboutSecondGame(() => second.promise);
  expect(screen.queryByText(m["loginChecks.freeForGame"]({ name: isolate("Nora"), game: isolate("Game 2") }))).toBeNull();
  expect(screen.queryByText(aboutGame2)).toBeNull();
  await act(async () => second.resolve(answered(checked(false))));
  expect(await screen.findByText(m["loginChecks.obstacles"]({ name: isolate("Nora") }))).toBeDefined();
  expect(screen.getByText(aboutGame2)).toBeDefined();
});

test("a check that fails keeps the choice of another game, and says nothing about the game", async () => {
  await askAboutSecondGame(() => ({ ...answered({}, 503), statusText: "x" }));
  expect(await screen.findByRole("button", { name: m["app.tryAgain"]() })).toBeDefined();
  expect(screen.queryByText(aboutGame2)).toBeNull();
  await act(async () => void fireEvent.change(screen.getByLabelText(m["loginChecks.game"]()), { target: { value: "1" } }));
  expect(await screen.findByText(m["loginChecks.freeForGame"]({ name: isolate("Nora"), game: isolate("Game 1") }))).toBeDefined();
});
