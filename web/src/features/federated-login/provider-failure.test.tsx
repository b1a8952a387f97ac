/** Whatever goes wrong at a provider is said in words, with what to do next. */
import { finishAppleLogin, finishFeideLogin, finishGoogleLogin, startFeideLogin } from "@storyport/contract/federated-login";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { ProviderFailure } from "./provider-failure.tsx";

// Texts that say their own name, so that nothing of the address can pass for one of them.
vi.mock("@storyport/texts/messages", () => ({ m: new Proxy({}, { get: (_, key) => () => `[${String(key)}]` }) }));
vi.mock("@tanstack/react-router", () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
  useRouteContext: () => ({ settings: { supportEmail: "help@school.example" } }),
}));

function html(code: string, isLoggedIn = false): string {
  return renderToStaticMarkup(<ProviderFailure provider="FEIDE" code={code} isLoggedIn={isLoggedIn} />);
}

const refusals = [finishFeideLogin, finishGoogleLogin, finishAppleLogin, startFeideLogin].flatMap((endpoint) => [...endpoint.refusals]);

test.each([...new Set<string>(refusals)])("%s has a text of its own, below 'Login failed', and a way on", (code) => {
  expect(html(code)).toContain("[errors.loginFailed]");
  expect(html(code)).toContain(`[${code}]`);
  expect(html(code)).toMatch(/\[federatedLogin\.(tryAgain|askAdministrator|chooseAnother)\]/);
});

test("a provider that is away can be tried again at once", () => {
  expect(html("errors.providerAway")).toContain('<a href="/login/feide">[federatedLogin.tryAgain]</a>');
});

test("whoever is logged in is told where an unknown login is connected", () => {
  expect(html("errors.identityUnknown", true)).toContain('<a href="/users/me">[federatedLogin.connectOnProfile]</a>');
});

test("a code that nobody knows says nothing but to try again", () => {
  const words = html("errors.callThisNumber").replaceAll(/<[^>]*>/g, "");
  expect(words).toBe("[errors.loginFailed][login.tryAgainText][federatedLogin.tryAgain]");
});
