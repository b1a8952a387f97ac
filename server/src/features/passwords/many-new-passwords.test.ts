/** The holder of a link who tries many passwords must not hold up others, because one thread rates all new passwords. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { setPassword } from "@storyport/contract/passwords";
import { aTeacher } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { askForReset } from "#test/mailed-links.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function aResetLink() {
  const { email } = (await aTeacher(portal)).account;
  const token = await askForReset(portal, email);
  return { set: (password: string) => portal.browser().call(setPassword, { body: { email, token, password } }) };
}

test("many weak passwords with one link are slowed down, and other links work: errors.tooManyAttempts", async () => {
  const [link, other] = [await aResetLink(), await aResetLink()];
  const answers = await Promise.all(Array.from({ length: 60 }, () => link.set("Welcome-2026!!")));
  // Fifty are free, and the next begins the first wait.
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(51);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
  expect((await other.set("Quiet-Harbour-52")).status).toBe(200);
  await portal.clock.travel(10);
  expect((await link.set("Quiet-Harbour-52")).status).toBe(200);
});
