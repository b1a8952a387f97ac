/** What /login says if its address names a refusal without a login type. A stranger may have written that address. */
import { m } from "@storyport/texts/messages";
import { overwriteGetLocale } from "@storyport/texts/runtime";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { PortalContext } from "#/shell/portal.ts";
import { HomeScreen } from "./home-screen.tsx";
import { aPortal } from "./logged-in.fixture.ts";
import { LoginScreen } from "./login-screen.tsx";

// Rendered in Norwegian, so that no text of the address can match by accident.
overwriteGetLocale(() => "nb");

const stranger = "Call this number";
const button = m["games.dashboard"]();
const productName = "Storyport";

function atLogin(error: string): string {
  const page = { games: [], loginTypes: [] };
  const screen = <LoginScreen page={page} search={{ error }} />;
  return renderToStaticMarkup(
    <PortalContext value={{ ...aPortal({}, ""), visitor: { is: "nobody", expired: false } }}>{screen}</PortalContext>,
  );
}

function loggedIn(error: string): string {
  const screen = <HomeScreen page={{ organizations: [] }} search={{ error }} />;
  return renderToStaticMarkup(<PortalContext value={aPortal({})}>{screen}</PortalContext>);
}

describe("errors.crossSite", () => {
  test("tells a logged-in user to open the dashboard by the button on the page", () => {
    expect(loggedIn("errors.crossSite")).toContain(m["login.onlyFromHere"]({ productName, button }));
  });

  test("tells a visitor to log in first, and speaks of no failed login", () => {
    const words = atLogin("errors.crossSite");
    expect(words).toContain(m["login.onlyFromHereAfterLogin"]({ productName, button }));
    expect(words).not.toContain(m["errors.loginFailed"]());
  });
});

test("an unknown code shows none of its text: a visitor only reads to try again", () => {
  expect(atLogin(stranger)).toContain(m["login.tryAgainText"]());
  for (const words of [atLogin(stranger), loggedIn(stranger)]) expect(words).not.toContain(stranger);
});
