/** The language of the user's screens and e-mails (specification, section 1). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { m } from "@storyport/texts/messages";
import { setLanguage } from "@storyport/contract/accounts";
import { validateAuth } from "@storyport/contract/login";
import { locales } from "@storyport/contract/vocabulary";
import { aTeacher, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { askForReset } from "#test/mailed-links.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test.each(locales)("%s is stored with the account, and the next e-mail uses it", async (locale) => {
  const { account } = await aTeacher(portal, { locale: locale === "en" ? "fr" : "en" });
  const browser = await logIn(portal.browser(), account);
  expect(await browser.call(setLanguage, { body: { locale } })).toMatchObject({ status: 200, body: { locale } });
  expect((await browser.call(validateAuth)).body).toMatchObject({ locale });
  await askForReset(portal, account.email);
  const letter = portal.mailbox.lettersTo(account.email).at(-1);
  expect(letter?.html).toContain(`<html lang="${locale}" dir="ltr">`);
  expect(letter?.subject).toBe(m["letters.reset.subject"]({ productName: "Storyport" }, { locale }));
});

test("no other account's language changes", async () => {
  const [one, other] = [await aTeacher(portal), await aTeacher(portal)];
  const [browser, watcher] = [await logIn(portal.browser(), one.account), await logIn(portal.browser(), other.account)];
  expect((await browser.call(setLanguage, { body: { locale: "nl" } })).status).toBe(200);
  expect((await watcher.call(validateAuth)).body).toMatchObject({ locale: "en" });
});

test.each(["", "de", "EN", "nb-NO", "../en", null, 1, ["en"], undefined])(
  "refuses %j as a language: errors.invalidInput",
  async (locale) => {
    const { account } = await aTeacher(portal);
    const browser = await logIn(portal.browser(), account);
    expect(await browser.call(setLanguage, { body: { locale } })).toMatchObject({ status: 400, body: { code: "errors.invalidInput" } });
  },
);

test("without a session it is refused: errors.notLoggedIn", async () => {
  const answer = await portal.browser().call(setLanguage, { body: { locale: "nb" } });
  expect(answer).toMatchObject({ status: 401, body: { code: "errors.notLoggedIn" } });
});
