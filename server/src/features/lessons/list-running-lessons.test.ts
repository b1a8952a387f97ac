/** listRunningLessons: the lessons that a caller may lead. */
import { listRunningLessons } from "@storyport/contract/lessons";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { aPlayerGroup, aSession, anAdministrator } from "#test/builders.ts";
import { aColleague, aLesson, begin, ring } from "#test/lessons.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function lessonsOf(browser: Browser): Promise<string[]> {
  const { status, body } = await browser.call(listRunningLessons);
  expect(status).toBe(200);
  return listRunningLessons.response.parse(body).map(({ id }) => id);
}

test("a teacher gets the running lessons of her classes, and none that is over", async () => {
  const school = await aLesson(portal);
  const { organization, teacher } = school;
  const group = await aPlayerGroup(portal, { organization, rights: [{ account: teacher, level: "PLAY" }] });
  const second = await begin({ ...school, group }, 5);
  expect((await lessonsOf(school.desk)).toSorted()).toEqual([school.lesson.id, second.id].toSorted());
  await portal.clock.travel(301);
  expect(await lessonsOf(school.desk)).toEqual([school.lesson.id]);
  await ring(school.desk, school.lesson);
  expect(await lessonsOf(school.desk)).toEqual([]);
});

test("a colleague who only reads the class gets none, a teacher of another school only her own; an administrator gets all", async () => {
  const [school, other] = [await aLesson(portal), await aLesson(portal)];
  expect(await lessonsOf(await aColleague(portal, school, "READ"))).toEqual([]);
  expect(await lessonsOf(await aColleague(portal, school, "PLAY"))).toEqual([school.lesson.id]);
  expect(await lessonsOf(other.desk)).toEqual([other.lesson.id]);
  const desk = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
  expect(await lessonsOf(desk)).toEqual(expect.arrayContaining([school.lesson.id, other.lesson.id]));
});

test("a teacher of a school with hundreds of lessons gets hers, although the names of the other classes come first", async () => {
  const school = await aLesson(portal);
  await sql`
    with others as (
      insert into player_groups (organization_id, name)
      select ${school.organization.id}::uuid, '1A ' || number from generate_series(1, 201) number returning id
    )
    insert into lessons (player_group_id, organization_id, started_by, ends_at)
    select id, ${school.organization.id}::uuid, ${school.teacher.id}::uuid, now() + interval '45 minutes' from others`.execute(
    portal.context.database,
  );
  expect(await lessonsOf(school.desk)).toEqual([school.lesson.id]);
});
