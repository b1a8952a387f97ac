/** The letter about a right on a game. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEdition, setGameRight } from "@storyport/contract/game-rights";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aGame } from "#test/builders.ts";
import { aBuilder, aMember } from "#test/conformance.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test("is written to the person who gets another right, and to nobody when it stays or goes", async () => {
  const game = await aGame(portal, { isPublic: false });
  const { browser, organization } = await aBuilder(portal, game, "OWNER");
  const { account } = await aMember(portal, organization);
  const email = account.email ?? "";
  for (const rightsType of ["READ", "READ", "OWNER", "NONE"] as const) {
    await browser.call(setGameRight, { params: { gameId: game.id }, body: { email, rightsType } });
  }
  await portal.sendLetters();
  const letters = portal.mailbox.lettersTo(email);
  expect(letters.map(({ text }) => /you may look|you own it/.exec(text)?.[0])).toEqual(["you may look", "you own it"]);
  expect(letters.every(({ subject }) => subject.includes(game.key))).toBe(true);
});

test("has no link, although an owner may choose such a key for an edition", async () => {
  const game = await aGame(portal, { isPublic: false });
  const { browser, organization } = await aBuilder(portal, game, "OWNER");
  const body = { description: "Nynorsk", locale: "nn", gameKey: `${game.key}-www.evil-bank.com` };
  const made = await browser.call(createEdition, { params: { gameId: game.id }, body });
  const { account } = await aMember(portal, organization);
  const email = account.email ?? "";
  const params = { gameId: Number(Reflect.get(Object(made.body), "gameId")) };
  expect((await browser.call(setGameRight, { params, body: { email, rightsType: "READ" } })).status).toBe(200);
  await portal.sendLetters();
  const [letter] = portal.mailbox.lettersTo(email);
  expect([letter?.subject, letter?.text].join(" ")).toContain("www. evil-bank. com");
  expect([letter?.subject, letter?.text, letter?.html].join(" ")).not.toContain("evil-bank.com");
});
