/** An invited user chooses a first password and is welcomed; a user who has one sets a new one. */
import { m } from "@storyport/texts/messages";
import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { aPortal } from "#/features/login/logged-in.fixture.ts";
import { PortalContext } from "#/shell/portal.ts";
import { isolate } from "#/ui/isolate.ts";
import { SetPasswordScreen } from "./set-password-screen.tsx";

const portal = aPortal({});
const { productName } = portal.settings;

function show(page: Pick<ComponentProps<typeof SetPasswordScreen>, "isFirst" | "found">): string {
  return renderToStaticMarkup(
    <PortalContext value={portal}>
      <SetPasswordScreen {...page} code={"a".repeat(43)} search={{}} attempt={{}} />
    </PortalContext>,
  );
}

const headingOf = (html: string) => /<h1[^>]*>([^<]*)/.exec(html)?.[1];

test.each([
  [true, m["passwords.chooseTitle"]()],
  [false, m["passwords.setTitle"]()],
])("the first password (%j) is asked for by “%s”", (isFirst, heading) => {
  expect(headingOf(show({ isFirst, found: { is: "good", answer: {} } }))).toBe(heading);
});

test("an invited user is welcomed, by the name of the school", () => {
  const page = show({ isFirst: true, found: { is: "good", answer: { school: "Fjordskolen" } } });
  expect(page).toContain(m["passwords.welcomeFrom"]({ productName, school: isolate("Fjordskolen") }));
});

test("an invited user of no school, or of several, is welcomed without a name", () => {
  expect(show({ isFirst: true, found: { is: "good", answer: {} } })).toContain(m["passwords.welcome"]({ productName }));
});

test("a dead invitation says so before the user types anything", () => {
  const failure = { status: 410, code: "errors.resetLinkIncorrectOrExpired", message: "", statusText: "", errors: [] };
  const page = show({ isFirst: true, found: { is: "failed", failure } });
  expect(page).not.toContain("<form");
  expect(page).toContain(m["errors.resetLinkIncorrectOrExpired"]());
  expect(page).toContain('href="/forgot-password"');
});

test.each([true, false])("without script the form says whether it is the first password (%j), for the page of a refusal", (isFirst) => {
  const page = show({ isFirst, found: { is: "good", answer: {} } });
  expect(page.includes('<input type="hidden" name="activateAccount" value="true"/>')).toBe(isFirst);
});
