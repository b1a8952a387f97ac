/** One-time codes when other classes have nearly all words. A file of its own, because it fills the table. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { giveLessonCode } from "@storyport/contract/lessons";
import { issueOneTimeCodes } from "@storyport/contract/qr-login";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { anOrganization } from "#test/builders.ts";
import { begin } from "#test/lessons.ts";
import { aClass } from "#test/school-class.ts";
import { allClassWords } from "./one-time-code.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

/** Gives every word to a class that uses it now. */
beforeEach(async () => {
  const { database } = portal.context;
  const { id } = await anOrganization(portal);
  await database.deleteFrom("class_words").execute();
  await sql`
    with classes as (
      insert into player_groups (organization_id, name)
      select ${id}::uuid, word from unnest(${allClassWords()}::text[]) word returning id, name
    )
    insert into class_words (word, player_group_id) select name, id from classes`.execute(database);
});

const issue = ({ desk, group }: Awaited<ReturnType<typeof aClass>>) =>
  desk.call(issueOneTimeCodes, { params: { playerGroupId: group.id }, body: {} });

async function wordOf(school: Awaited<ReturnType<typeof aClass>>): Promise<string | undefined> {
  const { status, body } = await issue(school);
  return status === 201 ? issueOneTimeCodes.response.parse(body)[0]?.otpCode.slice(0, 3) : String(Reflect.get(Object(body), "code"));
}

test("the only word that is free goes to the class", async () => {
  const school = await aClass(portal);
  await portal.context.database.deleteFrom("class_words").where("word", "=", "FKM").execute();
  expect(await wordOf(school)).toBe("FKM");
});

test("the word that was unused longest goes to the class, and its former class gets another", async () => {
  const [former, school] = [await aClass(portal), await aClass(portal)];
  const { database } = portal.context;
  const unused = (word: string, minutes: number) =>
    sql`update class_words set last_used_at = now() - make_interval(mins => ${minutes}::int) where word = ${word}`.execute(database);
  await sql`update class_words set player_group_id = ${former.group.id}::uuid where word = 'FKM'`.execute(database);
  await unused("FKM", 40);
  await unused("BCD", 35);
  await unused("ZZZ", 25);
  expect(await wordOf(school)).toBe("FKM");
  expect(await wordOf(school)).toBe("FKM");
  expect(await wordOf(former)).toBe("BCD");
});

test("two classes that ask at once for the last unused words get one each", async () => {
  const schools = [await aClass(portal), await aClass(portal)];
  await sql`update class_words set last_used_at = now() - interval '1 hour' where word in ('FKM', 'BCD')`.execute(portal.context.database);
  expect(new Set(await Promise.all(schools.map(wordOf)))).toEqual(new Set(["BCD", "FKM"]));
});

test("while every word is in use a class without one is asked to wait, and others get codes: errors.busy", async () => {
  const [school, other] = [await aClass(portal), await aClass(portal)];
  await sql`update class_words set player_group_id = ${other.group.id}::uuid where word = 'FKM'`.execute(portal.context.database);
  expect(await issue(school)).toMatchObject({ status: 503, body: { code: "errors.busy" } });
  const { id: lessonId } = await begin(school);
  const body = { studentUserId: school.students[0]?.id };
  expect(await school.desk.call(giveLessonCode, { params: { lessonId }, body })).toMatchObject({
    status: 503,
    body: { code: "errors.busy" },
  });
  expect(await wordOf(other)).toBe("FKM");
});
