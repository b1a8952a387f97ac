/** Students go on to another class of their school in one step (decision 55). */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkClassMove, classMoveCheck, classMoveResult, moveStudents } from "@storyport/contract/class-moves";
import type { ClassMoveResult } from "@storyport/contract/class-moves";
import { validateAuth } from "@storyport/contract/login";
import { getPlayerGroup, playerGroupDetails } from "@storyport/contract/player-groups";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import type { Answer, Browser } from "#test/browser.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPlayerGroup, aSession, anAccount } from "#test/builders.ts";
import { codeIn } from "#test/class-imports.ts";
import { aColleague, aLesson, boardOf, playBy, statesOn } from "#test/lessons.ts";
import { refresh } from "#test/oauth-client.ts";
import { aClass, aClassWithBadges, badgesOf, codeOn, scan } from "#test/school-class.ts";
import type { SchoolClass } from "#test/school-class.ts";
import { eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

interface Wish {
  desk?: Browser;
  students?: readonly string[];
  playerIds?: readonly string[];
  to?: { id: string } | string;
  archivesClass?: boolean;
  issuesBadges?: boolean;
}

function move(school: SchoolClass, { desk = school.desk, students, to = "3A", ...wish }: Wish = {}): Promise<Answer> {
  const studentUserIds = students ?? school.students.map(({ id }) => id);
  const target = typeof to === "string" ? { name: to } : { playerGroupId: to.id };
  return desk.call(moveStudents, { params: { playerGroupId: school.group.id }, body: { studentUserIds, target, ...wish } });
}

async function moved(school: SchoolClass, wish?: Wish): Promise<ClassMoveResult> {
  const answer = await move(school, wish);
  expect(answer.status, answer.text).toBe(201);
  return classMoveResult.parse(answer.body);
}

async function checked(school: SchoolClass, desk = school.desk, query: { toGroupId?: string } = {}) {
  const answer = await desk.call(checkClassMove, { params: { playerGroupId: school.group.id }, query });
  return classMoveCheck.parse(answer.body);
}

/** Another class of the school, with a right of its teacher. */
function aNextClass(
  { organization, teacher }: SchoolClass,
  { level = "MODIFY", players = 0 }: { level?: RightsLevel; players?: number } = {},
) {
  return aPlayerGroup(portal, { organization, players, rights: [{ account: teacher, level }] });
}

async function namesIn(desk: Browser, playerGroupId: string): Promise<string[]> {
  const { body } = await desk.call(getPlayerGroup, { params: { playerGroupId } });
  return playerGroupDetails.parse(body).players.map(({ playerName }) => playerName);
}

async function playersOf(groupId: string): Promise<string[]> {
  const places = portal.context.database.selectFrom("player_group_players").select("player_id").where("player_group_id", "=", groupId);
  return (await places.execute()).map(({ player_id }) => player_id).toSorted();
}

const idOf = (school: SchoolClass, index: number): string => school.students[index]?.id ?? "";

describe("next year's class", () => {
  test("is new with its name, has all students with new badges, and the old class is archived with its list", async () => {
    const school = await aClassWithBadges(portal);
    const result = await moved(school, { to: "3A", archivesClass: true, issuesBadges: true });
    expect(result).toMatchObject({ groupName: "3A", students: 2 });
    expect(result.badges.map(({ displayName, groupName }) => [displayName, groupName])).toEqual([
      ["Emil", "3A"],
      ["Nora", "3A"],
    ]);
    expect(await playersOf(result.playerGroupId)).toEqual(school.playerIds.toSorted());
    expect(await namesIn(school.desk, school.group.id)).toHaveLength(2);
    const old = await school.desk.call(getPlayerGroup, { params: { playerGroupId: school.group.id } });
    expect(old.body).toMatchObject({ groupType: "ARCHIVED" });
    expect((await scan(portal.browser(), school.nora)).body).toMatchObject({ code: "errors.qrLoginUrlInValid" });
    const tablet = portal.browser();
    expect((await scan(tablet, codeOn(result.badges[1]))).body).toMatchObject({ displayName: "Nora" });
  });

  test("exists: students join it, leave the class that stays open, and the others stay", async () => {
    const school = await aClassWithBadges(portal);
    const next = await aNextClass(school);
    expect(await moved(school, { students: [idOf(school, 0)], to: next })).toMatchObject({ students: 1, badges: [] });
    expect(await playersOf(next.id)).toEqual([school.playerIds[0]]);
    expect(await playersOf(school.group.id)).toEqual([school.playerIds[1]]);
    expect((await scan(portal.browser(), school.nora)).status).toBe(401);
    expect((await scan(portal.browser(), school.emil)).status).toBe(200);
  });

  test("keeps the account, and so the child's boat, and the player with its results", async () => {
    const school = await aClassWithBadges(portal);
    const { badges, playerGroupId } = await moved(school, { issuesBadges: true });
    expect(badges.map(({ userId }) => userId).toSorted()).toEqual(school.students.map(({ id }) => id).toSorted());
    expect(await playersOf(playerGroupId)).toEqual(school.playerIds.toSorted());
  });

  test("gives no second badge to a student who has one there, and replaces one that has expired", async () => {
    const school = await aClassWithBadges(portal);
    const next = await aNextClass(school);
    const { database } = portal.context;
    const places = school.playerIds.map((player_id) => ({ player_group_id: next.id, player_id }));
    await database.insertInto("player_group_players").values(places).execute();
    const kept = codeOn((await badgesOf({ desk: school.desk, group: next })).find(({ displayName }) => displayName === "Nora"));
    await database
      .updateTable("badges")
      .set({ expires_at: sql<Date>`now() - interval '1 day'` })
      .where("player_group_id", "=", next.id)
      .where("account_id", "=", idOf(school, 1))
      .execute();
    const { badges } = await moved(school, { to: next, issuesBadges: true });
    expect(badges.map(({ displayName }) => displayName)).toEqual(["Emil"]);
    expect((await scan(portal.browser(), kept)).status).toBe(200);
    expect(await playersOf(school.group.id)).toEqual([]);
  });
});

describe("who has no login", () => {
  test("goes along too: a deactivated student, who gets no badge, and whose old badge stays void", async () => {
    const school = await aClassWithBadges(portal);
    await portal.context.database.updateTable("accounts").set({ status: "DEACTIVATED" }).where("id", "=", idOf(school, 0)).execute();
    expect((await checked(school)).students).toMatchObject([{ isDeactivated: false }, { isDeactivated: true }]);
    const { badges, playerGroupId, students } = await moved(school, { issuesBadges: true });
    expect(students).toBe(2);
    expect(badges.map(({ displayName }) => displayName)).toEqual(["Emil"]);
    expect(await playersOf(playerGroupId)).toEqual(school.playerIds.toSorted());
    await portal.context.database.updateTable("accounts").set({ status: "ACTIVE" }).where("id", "=", idOf(school, 0)).execute();
    expect((await scan(portal.browser(), school.nora)).status).toBe(401);
  });

  test("is offered by name, and goes along if chosen: a player that no student plays", async () => {
    const school = await aClassWithBadges(portal);
    const [nora = "", emil = ""] = school.playerIds;
    await portal.context.database.deleteFrom("account_players").where("player_id", "=", nora).execute();
    expect((await checked(school)).players).toMatchObject([{ playerId: nora, isThere: false }]);
    const next = await aNextClass(school);
    expect(await moved(school, { to: next, students: [], playerIds: [nora] })).toMatchObject({ students: 1, badges: [] });
    expect(await playersOf(next.id)).toEqual([nora]);
    expect(await playersOf(school.group.id)).toEqual([emil]);
  });
});

describe("what the students log in with", () => {
  test("ends with the class that they leave: sessions, tokens and the running lesson of an archived class", async () => {
    const school = await aLesson(portal);
    const playing = await playBy(portal, school, school.badge("Nora"));
    const door = portal.browser();
    expect((await scan(door, school.badge("Emil"))).status).toBe(200);
    await moved(school, { archivesClass: true });
    expect((await refresh(portal, playing)).status).toBe(400);
    expect((await door.call(validateAuth)).status).toBe(401);
    const lessons = portal.context.database.selectFrom("lessons").select("ended_because").where("id", "=", school.lesson.id);
    expect(await lessons.execute()).toEqual([{ ended_because: "ARCHIVED" }]);
  });

  test("the tokens of a student who leaves a class during its lesson end, and the lesson goes on for the others", async () => {
    const school = await aLesson(portal);
    const [nora, emil] = [await playBy(portal, school, school.badge("Nora")), await playBy(portal, school, school.badge("Emil"))];
    await moved(school, { students: [idOf(school, 0)] });
    expect((await refresh(portal, nora)).status).toBe(400);
    expect((await refresh(portal, emil)).status).toBe(200);
    expect(statesOn(await boardOf(school.desk, school.lesson))).toEqual({ Emil: "in-the-game" });
  });
});

describe("fifty calls at once", () => {
  test("that move the same students: one moves them, and the others learn that they moved nobody", async () => {
    const school = await aClassWithBadges(portal);
    const next = await aNextClass(school);
    const answers = await Promise.all(Array.from({ length: 50 }, () => move(school, { to: next, issuesBadges: true })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 201).map(codeIn);
    expect(new Set(refused)).toEqual(new Set(["errors.classMoveChanged"]));
    expect(await playersOf(next.id)).toEqual(school.playerIds.toSorted());
    const badges = portal.context.database.selectFrom("badges").select("id").where("player_group_id", "=", next.id);
    expect(await badges.where("voided_at", "is", null).execute()).toHaveLength(2);
  });

  test("that move a class up and archive it: one new class is made", async () => {
    const school = await aClassWithBadges(portal);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => move(school, { to: "3A", archivesClass: true, issuesBadges: true })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(codeIn))).toEqual(new Set(["errors.classMoveChanged"]));
    const made = portal.context.database.selectFrom("player_groups").select("id").where("name", "=", "3A");
    expect(await made.where("organization_id", "=", school.organization.id).execute()).toHaveLength(1);
  });
});

describe("is refused, and nobody moves", () => {
  test("if one of the students is not in the class, or the target is archived: errors.classMoveChanged", async () => {
    const [school, other] = [await aClass(portal), await aClass(portal)];
    const strangers = [idOf(school, 0), idOf(other, 0)];
    expect(codeIn(await move(school, { students: strangers }))).toBe("errors.classMoveChanged");
    // A student's player moves together with its student, and never by itself.
    expect(codeIn(await move(school, { students: [], playerIds: school.playerIds }))).toBe("errors.classMoveChanged");
    const archived = await aPlayerGroup(portal, {
      organization: school.organization,
      type: "ARCHIVED",
      rights: [{ account: school.teacher, level: "OWNER" }],
    });
    expect(codeIn(await move(school, { to: archived }))).toBe("errors.classMoveChanged");
    expect(await playersOf(school.group.id)).toHaveLength(2);
  });

  test("to a class of another school, with or without a right on it, or from one: errors.notFound", async () => {
    const [school, other] = [await aClass(portal), await aClass(portal)];
    const both = await anAccount(portal, {
      memberships: [school, other].map(({ organization }) => ({ organization, roles: ["teacher"] })),
    });
    const rights = [school, other].map(({ group }) => ({ account_id: both.id, player_group_id: group.id, rights_level: "OWNER" as const }));
    await portal.context.database.insertInto("account_player_group_rights").values(rights).execute();
    const desk = await aSession(portal, both, { loginType: "PASSWORD" });
    expect(codeIn(await move(school, { desk, to: other.group }))).toBe("errors.notFound");
    expect(codeIn(await move(school, { to: other.group }))).toBe("errors.notFound");
    expect(codeIn(await move(other, { desk: school.desk, to: school.group }))).toBe("errors.notFound");
  });

  test("without MODIFY on both classes, or without OWNER to archive: errors.notAllowed", async () => {
    const school = await aClass(portal);
    expect(codeIn(await move(school, { to: await aNextClass(school, { level: "PLAY" }) }))).toBe("errors.notAllowed");
    expect(codeIn(await move(school, { desk: await aColleague(portal, school, "PLAY") }))).toBe("errors.notAllowed");
    const modifying = await aColleague(portal, school, "MODIFY");
    expect(codeIn(await move(school, { desk: modifying, archivesClass: true }))).toBe("errors.notAllowed");
    expect((await move(school, { desk: modifying })).status).toBe(201);
  });

  test("to a class that would have more than 1,000 players: errors.playerGroupFull", async () => {
    const school = await aClass(portal);
    const next = await aNextClass(school);
    await sql`
      with made as (
        insert into players (organization_id, name) select ${school.organization.id}::uuid, 'P' || n from generate_series(1, 999) n returning id
      )
      insert into player_group_players (player_group_id, player_id) select ${next.id}::uuid, id from made`.execute(portal.context.database);
    expect(codeIn(await move(school, { to: next }))).toBe("errors.playerGroupFull");
    expect(await playersOf(school.group.id)).toHaveLength(2);
    expect((await move(school, { to: next, students: [idOf(school, 0)] })).status).toBe(201);
  });

  test("to the class itself, or without anybody who moves: errors.invalidInput", async () => {
    const school = await aClass(portal);
    expect(codeIn(await move(school, { to: school.group }))).toBe("errors.invalidInput");
    expect(codeIn(await move(school, { students: [] }))).toBe("errors.invalidInput");
  });
});

test("the history has the move for the class and for each student", async () => {
  const school = await aClassWithBadges(portal);
  const { playerGroupId } = await moved(school, { students: [idOf(school, 0)] });
  const of = (id: string) => eventsAbout(portal, id).then((events) => events.filter(({ event }) => event.endsWith("_moved")));
  const about = { actor_id: school.teacher.id, organization_id: school.organization.id };
  expect(await of(school.group.id)).toEqual([{ ...about, event: "class_moved", details: { playerGroupId, students: 1 } }]);
  expect(await of(idOf(school, 0))).toEqual([
    { ...about, event: "student_moved", details: { playerGroupId, fromGroupId: school.group.id } },
  ]);
});

describe("checkClassMove", () => {
  test("says who moves, who is already there, and where the caller may move them", async () => {
    const school = await aClassWithBadges(portal);
    const [next] = [await aNextClass(school), await aNextClass(school, { level: "READ" })];
    const row = { player_group_id: next.id, player_id: school.playerIds[0] ?? "" };
    await portal.context.database.insertInto("player_group_players").values(row).execute();
    const check = await checked(school, school.desk, { toGroupId: next.id });
    expect(check).toMatchObject({ mayArchive: true, hasLesson: false, classes: [{ playerGroupId: next.id }] });
    expect(check.classes).toHaveLength(1);
    expect(check.students.map(({ displayName, hasBadge, isThere }) => ({ displayName, hasBadge, isThere }))).toEqual([
      { displayName: "Emil", hasBadge: true, isThere: false },
      { displayName: "Nora", hasBadge: true, isThere: true },
    ]);
  });

  test("says that a lesson is running, and that a teacher with MODIFY may not archive", async () => {
    const school = await aLesson(portal);
    expect(await checked(school, await aColleague(portal, school, "MODIFY"))).toMatchObject({ hasLesson: true, mayArchive: false });
  });

  test("is refused: errors.notAllowed with PLAY, errors.notFound for another school and for a target without MODIFY", async () => {
    const [school, other] = [await aClass(portal), await aClass(portal)];
    const ask = (desk: Browser, toGroupId?: string) =>
      desk.call(checkClassMove, { params: { playerGroupId: school.group.id }, query: toGroupId === undefined ? {} : { toGroupId } });
    expect(codeIn(await ask(await aColleague(portal, school, "PLAY")))).toBe("errors.notAllowed");
    expect(codeIn(await ask(other.desk))).toBe("errors.notFound");
    expect(codeIn(await ask(school.desk, other.group.id))).toBe("errors.notFound");
    expect(codeIn(await ask(school.desk, (await aNextClass(school, { level: "PLAY" })).id))).toBe("errors.notFound");
  });
});
