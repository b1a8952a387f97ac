import { checkLogin } from "@storyport/contract/login-checks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { aGame, aSession, anAdministrator } from "#test/builders.ts";
import { aClass, badgesOf, codeOn } from "#test/school-class.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test("a game that is neither public nor the school's is not named to a teacher, only to an administrator", async () => {
  const { desk, students } = await aClass(portal);
  const admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
  const [hidden, known] = [await aGame(portal, { isPublic: false }), await aGame(portal, { isPublic: true })];
  const params = { userId: students[0]?.id ?? "" };
  const asked = async (browser: Browser, game: { id: number }) =>
    (await browser.call(checkLogin, { params, query: { gameId: String(game.id) } })).status;
  expect([await asked(desk, hidden), await asked(desk, known), await asked(admin, hidden)]).toEqual([404, 200, 200]);
});

test("a badge of the class is asked about without a badge's secret in the answer", async () => {
  const school = await aClass(portal);
  const [badge] = await badgesOf(school);
  const check = await school.desk.call(checkLogin, { params: { userId: school.students[1]?.id ?? "" }, query: {} });
  expect(check.status).toBe(200);
  expect(JSON.stringify(check.body)).not.toContain(codeOn(badge));
});
