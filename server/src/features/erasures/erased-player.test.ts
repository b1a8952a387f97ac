/** The player of an erased student, and the students that a player's page names. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { eraseStudent } from "@storyport/contract/erasures";
import { editPlayer, getPlayer } from "@storyport/contract/players";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { aColleague } from "#test/lessons.ts";
import { aClass } from "#test/school-class.ts";
import type { SchoolClass } from "#test/school-class.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function onlyPlayerOf({ students }: SchoolClass): Promise<string> {
  const played = portal.context.database.selectFrom("account_players").select("player_id");
  return (await played.where("account_id", "=", students[0]?.id ?? "").executeTakeFirstOrThrow()).player_id;
}

test("a form of the player that was opened before the erasure does not bring the name back: errors.changedMeanwhile", async () => {
  const school = await aClass(portal, { students: ["Nora"] });
  const playerId = await onlyPlayerOf(school);
  const params = { playerId };
  const { version } = getPlayer.response.parse((await school.desk.call(getPlayer, { params })).body);
  const erasing = { body: { studentUserId: school.students[0]?.id, askedBy: "PARENT" } };
  expect((await school.desk.call(eraseStudent, erasing)).status).toBe(201);
  const answer = await school.desk.call(editPlayer, { params, body: { version, playerName: "Nora" } });
  expect(answer).toMatchObject({ status: 409, body: { code: "errors.changedMeanwhile" } });
});

test("a player's page names its students to an owner, and to no lower level", async () => {
  const school = await aClass(portal, { students: ["Nora"] });
  const playerId = await onlyPlayerOf(school);
  const call = (browser: Browser) => browser.call(getPlayer, { params: { playerId } });
  const seen = async (browser: Browser) => getPlayer.response.parse((await call(browser)).body).studentUserIds;
  expect(await seen(school.desk)).toEqual([school.students[0]?.id]);
  expect(await seen(await aColleague(portal, school, "MODIFY"))).toEqual([]);
});
