// @vitest-environment happy-dom
import { listOwnGames, listRefusedLogins, refusedLoginReasons } from "@storyport/contract/game-rights";
import type { OwnGame, RefusedLogin } from "@storyport/contract/game-rights";
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { reasonText } from "#/features/history/reason-texts.ts";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { BenchGameScreen } from "./bench-game-screen.tsx";
import { adviceText } from "./refused-login-words.ts";
import { RefusedLoginsScreen } from "./refused-logins-screen.tsx";

const refusal = (reason: RefusedLogin["reason"], parts: Partial<RefusedLogin> = {}): RefusedLogin => ({
  at: "2026-11-22T08:15:00.000Z",
  requestId: "r-1",
  reason,
  ...parts,
});
const path = listRefusedLogins.path.replace("{gameId}", "4");
const api =
  (refused: RefusedLogin[]) =>
  ({ url }: { url: string }) =>
    answered(url.endsWith(path) ? refused : []);

test("a refused login has its reason, its code, what was sent and what to do", async () => {
  const callback = "https://game.example/back";
  await showLoggedIn(
    <RefusedLoginsScreen gameId="4" />,
    api([
      refusal("errors.callbackUrlNotRegistered", { callback }),
      refusal("errors.gameScopeTooWide", { scope: "USERGROUP" }),
      refusal("errors.gameLoginTypeNotAllowed", { loginType: "QRCODE" }),
      refusal("expired code"),
    ]),
  );
  const table = await screen.findByRole("table", { name: "Refused logins" });
  const [first, second, third, last] = within(table).getAllByRole("row").slice(1);
  expect(first?.textContent).toContain("errors.callbackUrlNotRegistered");
  expect(first?.textContent).toContain(callback);
  expect(first?.textContent).toContain("Use a registered address, character for character");
  expect(first?.querySelector("time")?.dateTime).toBe("2026-11-22T08:15:00.000Z");
  expect(second?.textContent).toContain("USERGROUP");
  expect(third?.textContent).toContain("QR code");
  expect(last?.textContent).toContain("invalid_grant");
  // An address that a stranger may have sent is no link.
  expect(within(table).queryByRole("link")).toBeNull();
});

test.each(refusedLoginReasons)("the refusal %s has words, and advice", (reason) => {
  expect(reasonText(reason)).not.toBe(reason);
  expect(adviceText(refusal(reason))).not.toBe("");
});

test("a request with an organization gets other advice than one without", () => {
  const advice = [true, false].map((isOrganizationGiven) => adviceText(refusal("errors.gameNotAvailable", { isOrganizationGiven })));
  expect(advice[0]).toContain("orgId");
  expect(advice[1]).not.toContain("orgId");
});

test("a game without a refused login says so", async () => {
  await showLoggedIn(<RefusedLoginsScreen gameId="4" />, api([]));
  expect(await screen.findByText("No login of this game was refused in the last 30 days.")).toBeTruthy();
});

test("a list that cannot be loaded says so, and loads after another try", async () => {
  let isAway = true;
  await showLoggedIn(<RefusedLoginsScreen gameId="4" />, ({ url }) =>
    answered(
      url.endsWith(path) && isAway ? { message: "Gone", code: "errors.notFound", requestId: "r" } : [],
      url.endsWith(path) && isAway ? 404 : 200,
    ),
  );
  expect(await screen.findByText("The refused logins could not be loaded.")).toBeTruthy();
  isAway = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(/No login of this game was refused/)).toBeTruthy();
});

test("the page of a game leads a person who may only look to its refused logins", async () => {
  const game = {
    gameId: 4,
    gameKey: "Boats",
    retiredAt: null,
    organizationCount: 0,
    description: "A reading game",
    version: 1,
    locale: "en",
    loginTypes: ["PASSWORD" as const],
    requiredPermissions: [],
    isPublic: false,
    legacyClientCode: false,
    maxScope: "PLAYER" as const,
    callbacks: [],
    resourceLinks: [],
    openid: null,
  };
  const own: OwnGame[] = [{ game, rightsType: "READ" }];
  await showLoggedIn(<BenchGameScreen gameId="4" />, ({ url }) => answered(url.endsWith(listOwnGames.path) ? own : []));
  const link = await screen.findByRole("link", { name: "See why logins were refused" });
  expect(link.getAttribute("href")).toBe("/bench/4/refused-logins");
});
