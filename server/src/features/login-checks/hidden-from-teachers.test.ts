import { checkLogin } from "@storyport/contract/login-checks";
import { voidBadges } from "@storyport/contract/qr-login";
import { acceptTransfer, openTransfer } from "@storyport/contract/transfers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { aGame, aSession, anAdministrator } from "#test/builders.ts";
import { aClass, aClassWithBadges, badgesOf, codeOn, scan } from "#test/school-class.ts";

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

test("the answer contains no badge's secret", async () => {
  const school = await aClass(portal);
  const [badge] = await badgesOf(school);
  const check = await school.desk.call(checkLogin, { params: { userId: badge?.userId ?? "" }, query: {} });
  expect(check.status).toBe(200);
  expect(JSON.stringify(check.body)).not.toContain(codeOn(badge));
});

test("a student who came from another school: a refused badge of that school is not shown here, and its own history has it", async () => {
  const school = await aClassWithBadges(portal);
  const { desk, organization, students, group, nora } = school;
  const child = students[0] ?? { id: "" };
  const attemptsOf = (browser: Browser) => browser.call(checkLogin, { params: { userId: child.id }, query: {} });
  await desk.call(voidBadges, { params: { playerGroupId: group.id }, body: { studentUserId: child.id } });
  expect((await scan(portal.browser(), nora)).status).toBe(401);
  expect((await attemptsOf(desk)).body).toMatchObject({ attempts: [{ event: "login_refused", reason: "void badge" }] });
  const next = await aClass(portal, { students: [] });
  const opened = await desk.call(openTransfer, { params: { playerGroupId: group.id }, body: { studentUserId: child.id } });
  const token = openTransfer.response.parse(opened.body).link.split("/").at(-1);
  expect((await next.desk.call(acceptTransfer, { body: { token, playerGroupId: next.group.id } })).status).toBe(200);
  expect((await attemptsOf(next.desk)).body).toMatchObject({ attempts: [] });
  const refused = portal.context.database.selectFrom("audit_events").select("organization_id").where("event", "=", "login_refused");
  expect(await refused.where("target_id", "=", child.id).execute()).toEqual([{ organization_id: organization.id }]);
});
