import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { aPortal } from "#/features/login/logged-in.fixture.ts";
import { LanguageSwitch } from "./language-switch.tsx";
import { PortalContext } from "./portal.ts";

/** Returns what the form sends besides the language, and its target. */
function formAt(address: string) {
  const html = renderToStaticMarkup(
    <PortalContext value={{ ...aPortal({}), address }}>
      <LanguageSwitch />
    </PortalContext>,
  );
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return { action: /action="([^"]*)"/.exec(html)?.[1], sent: Object.fromEntries(hidden.map(([, name, value]) => [name, value])) };
}

test("another language keeps the address, also a value that holds a question mark", () => {
  expect(formAt("/")).toEqual({ action: "/", sent: {} });
  expect(formAt("/game-login?gameId=1&deeplink=https://game.example/back?from=portal&state=s1")).toEqual({
    action: "/game-login",
    sent: { gameId: "1", deeplink: "https://game.example/back?from=portal", state: "s1" },
  });
});
