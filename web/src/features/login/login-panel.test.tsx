/** Which ways to log in the page offers (specification, section 2, /login/). */
import type { LoginState } from "@storyport/contract/login-state";
import type { LoginType } from "@storyport/contract/vocabulary";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PortalContext } from "#/shell/portal.ts";
import type { LoginPage } from "./load-login-page.ts";
import { aPortal } from "./logged-in.fixture.ts";
import { LoginPanel } from "./login-panel.tsx";

const ways = {
  PASSWORD: 'type="password"',
  FEIDE: 'href="/login/feide"',
  GOOGLE: 'href="/login/google"',
  APPLE: 'href="/login/apple"',
  QRCODE: 'href="/login/scan"',
};
const callbackUrl = "https://game.test/cb";
const enabled: LoginType[] = ["PASSWORD", "FEIDE", "GOOGLE"];
const everyWay = [...enabled, "QRCODE"];

function offeredWith(state: LoginState, parts: Partial<LoginPage>): string[] {
  const portal = aPortal({}, "");
  portal.loginState.save(state);
  const page = { games: [], loginTypes: enabled, ...parts };
  const html = renderToStaticMarkup(
    <PortalContext value={{ ...portal, visitor: { is: "nobody", expired: false } }}>
      <LoginPanel page={page} failure={undefined} />
    </PortalContext>,
  );
  return Object.entries(ways).flatMap(([way, mark]) => (html.includes(mark) ? [way] : []));
}

const games = [{ gameId: 4, gameKey: "storyport-en", description: "English", loginTypes: ["PASSWORD" as const] }];
const requested = { gameId: "7", callbackUrl, loginTypes: ["FEIDE" as const] };

test("without a public game every way that is switched on is offered, and badges and codes", () =>
  expect(offeredWith({}, {})).toEqual(everyWay));

test("a request of a game that is not public is offered the ways of that game alone", () => {
  expect(offeredWith({ gameId: "7", callbackUrl }, { games, requested })).toEqual(["FEIDE"]);
  expect(offeredWith({ gameId: "7", callbackUrl }, { games, requested: { ...requested, loginTypes: ["QRCODE"] } })).toEqual(["QRCODE"]);
});

test.each([{ gameId: "7" }, { gameId: "8", callbackUrl }, { gameId: "7", callbackUrl: "https://other.test" }])(
  "a game that the page does not know is offered every way, so that the page does not tell whether it exists: %j",
  (state) => expect(offeredWith(state, { games, requested })).toEqual(everyWay),
);

test("a public game is offered its own ways, and no game those of the public games", () => {
  expect(offeredWith({ gameId: "4", callbackUrl }, { games, requested })).toEqual(["PASSWORD"]);
  expect(offeredWith({}, { games })).toEqual(["PASSWORD"]);
});
