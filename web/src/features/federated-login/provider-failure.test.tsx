/** Every failure at a provider is shown in words, with a next step. */
import { finishLogins, startLogins } from "@storyport/contract/federated-login";
import { m } from "@storyport/texts/messages";
import { overwriteGetLocale } from "@storyport/texts/runtime";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { aPortal } from "#/features/login/logged-in.fixture.ts";
import { PortalContext } from "#/shell/portal.ts";
import { ProviderFailure } from "./provider-failure.tsx";

// Rendered in Norwegian, so that no text of the address or of the server can match by accident.
overwriteGetLocale(() => "nb");
const portal = aPortal({});

function html(code: string, isLoggedIn = false): string {
  const page = renderToStaticMarkup(
    <PortalContext value={portal}>
      <ProviderFailure provider="FEIDE" code={code} isLoggedIn={isLoggedIn} />
    </PortalContext>,
  );
  return page.replaceAll(/ class="[^"]*"/g, "");
}

const words = (code: string): string[] =>
  html(code)
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== "");
const tryAgain = m["federatedLogin.tryAgain"]({ provider: "Feide" });
const waysOn = [tryAgain, m["federatedLogin.askAdministrator"](), m["federatedLogin.chooseAnother"]()];

/** Refusals that never reach the login page: a confirmation ends at /login/confirmed, a connection at the profile. */
const ofOtherPages: readonly string[] = ["errors.identityNotYours", "errors.passkeyNeeded"];
const refusals = [finishLogins.FEIDE, finishLogins.GOOGLE, finishLogins.APPLE, startLogins.FEIDE].flatMap((endpoint) =>
  endpoint.refusals.filter((code) => !ofOtherPages.includes(code)),
);

test.each([...new Set(refusals)])("%s has its own text, below 'Login failed', and a next step", (code) => {
  expect(words(code).slice(0, 2)).toEqual([m["errors.loginFailed"](), m[code]()]);
  expect(waysOn).toContain(words(code)[2]);
});

test("an unreachable provider can be retried at once", () => {
  expect(html("errors.providerAway")).toContain(`<a href="/login/feide">${tryAgain}</a>`);
});

test("a logged-in user sees where to connect an unknown login", () => {
  expect(html("errors.identityUnknown", true)).toContain(`<a href="/users/me">${m["federatedLogin.connectOnProfile"]()}</a>`);
});

test("an unknown code only says to try again", () => {
  expect(words("errors.callThisNumber")).toEqual([m["errors.loginFailed"](), m["login.tryAgainText"](), tryAgain]);
});
