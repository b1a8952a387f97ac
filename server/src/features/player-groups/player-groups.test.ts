/** One player group: who sees it, changes it and gives rights on it (specification, sections 3 and 6; DESIGN 8.2, A12). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createPlayerGroup,
  editPlayerGroup,
  getPlayerGroup,
  listPlayerGroupRights,
  setPlayerGroupRight,
} from "@storyport/contract/player-groups";
import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import { rightsLevels } from "@storyport/contract/vocabulary";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import { erasePerson } from "#/features/accounts/erase-person.ts";
import { aSession, anAccount, anAdministrator } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aClass } from "#test/school-class.ts";
import { meanwhile, meanwhileInClass } from "#test/meanwhile.ts";
import { aUserGroup } from "#test/user-groups.ts";
import { eventsAbout } from "#test/users.ts";
import type { SchoolClass } from "#test/school-class.ts";
import type { Answer } from "#test/browser.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

function look({ desk, group }: Pick<SchoolClass, "desk" | "group">): Promise<Answer> {
  return desk.call(getPlayerGroup, { params: { playerGroupId: group.id } });
}

function edit({ desk, group }: Pick<SchoolClass, "desk" | "group">, body: Record<string, unknown>): Promise<Answer> {
  return desk.call(editPlayerGroup, { params: { playerGroupId: group.id }, body: { version: 1, ...body } });
}

function give({ desk, group }: Pick<SchoolClass, "desk" | "group">, body: Record<string, unknown>): Promise<Answer> {
  return desk.call(setPlayerGroupRight, { params: { playerGroupId: group.id }, body });
}

async function aColleague({ organization }: SchoolClass) {
  const account = await anAccount(portal, { memberships: [{ organization, roles: ["teacher"] }] });
  const desk = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
  return { account, desk };
}

describe("by rights level", () => {
  const may: Record<RightsLevel, [sees: number, renames: number, archives: number]> = {
    NONE: [404, 404, 404],
    READ: [200, 403, 403],
    PLAY: [200, 403, 403],
    MODIFY: [200, 200, 403],
    OWNER: [200, 200, 200],
    SPECIAL: [200, 200, 200],
  };

  test.each(rightsLevels)("%s sees, renames and archives what it should", async (level) => {
    const school = await aClass(portal, { level });
    const [sees, renames, archives] = may[level];
    expect((await look(school)).status).toBe(sees);
    expect((await edit(school, { name: "3A" })).status).toBe(renames);
    const { version = 1 } = ((await look(school)).body ?? {}) as Partial<PlayerGroupDetails>;
    expect((await edit(school, { version, archived: true })).status).toBe(archives);
  });
});

test("getPlayerGroup of a missing group: errors.notFound", async () => {
  const { desk } = await aClass(portal);
  expect(await look({ desk, group: { id: randomUUID() } })).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
});

test("the owner sees who holds which rights, others do not", async () => {
  const school = await aClass(portal);
  const colleague = await aColleague(school);
  expect((await give(school, { email: colleague.account.email, rightsType: "READ" })).body).toMatchObject({
    rights: expect.arrayContaining([{ accountId: colleague.account.id, holder: colleague.account.email, rightsType: "READ" }]),
  });
  expect((await look({ desk: colleague.desk, group: school.group })).body).not.toHaveProperty("rights");
});

test("a manager of the organization owns all of its groups", async () => {
  const school = await aClass(portal);
  const manager = await anAccount(portal, { memberships: [{ organization: school.organization, roles: ["organization_admin"] }] });
  const desk = await aSession(portal, manager, { loginType: "PASSWORD", organizationId: school.organization.id });
  expect((await look({ desk, group: school.group })).body).toMatchObject({ rightsType: "OWNER" });
  expect((await desk.call(listPlayerGroupRights)).body).toMatchObject([{ player_group_id: school.group.id, rights_type: "OWNER" }]);
});

test("a concurrent change is not overwritten: errors.changedMeanwhile", async () => {
  const school = await aClass(portal);
  expect((await edit(school, { name: "3A" })).body).toMatchObject({ name: "3A", version: 2 });
  expect(await edit(school, { name: "3B" })).toMatchObject({ status: 409, body: { code: "errors.changedMeanwhile" } });
  expect((await look(school)).body).toMatchObject({ name: "3A" });
});

test("one of fifty concurrent renamings of one version succeeds", async () => {
  const school = await aClass(portal);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => edit(school, { name: `Class ${index}` })));
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  expect((await look(school)).body).toMatchObject({ version: 2 });
});

test("an archived group can be viewed and restored, and cannot be renamed", async () => {
  const school = await aClass(portal);
  expect((await edit(school, { archived: true })).body).toMatchObject({ groupType: "ARCHIVED" });
  expect((await look(school)).body).toMatchObject({ groupType: "ARCHIVED" });
  expect((await edit(school, { version: 2, name: "3A" })).body).toMatchObject({ code: "errors.notFound" });
  expect((await edit(school, { version: 2, archived: false })).body).toMatchObject({ groupType: "REGULAR" });
});

test.each(["REGULAR", "DEFAULT", "ACTIVE"] as const)(
  "a %s group that is archived twice has its type again when it is restored",
  async (type) => {
    const school = await aClass(portal);
    const { database } = portal.context;
    await database.updateTable("player_groups").set({ group_type: type }).where("id", "=", school.group.id).execute();
    expect((await edit(school, { archived: false })).body).toMatchObject({ groupType: type });
    for (const version of [2, 3]) expect((await edit(school, { version, archived: true })).body).toMatchObject({ groupType: "ARCHIVED" });
    expect((await edit(school, { version: 4, archived: false })).body).toMatchObject({ groupType: type });
  },
);

test("the history has each change of an edit that renames and archives, and no change that was none", async () => {
  const school = await aClass(portal);
  const events = async () => (await eventsAbout(portal, school.group.id)).map(({ event }) => event).toSorted();
  const { name } = (await look(school)).body as PlayerGroupDetails;
  await edit(school, { archived: false, name });
  expect(await events()).toEqual([]);
  await edit(school, { version: 2, name: "3A", archived: true });
  expect(await events()).toEqual(["player_group_archived", "player_group_edited"]);
});

describe("creating a group", () => {
  test("makes the creator the owner", async () => {
    const { desk, organization } = await aClass(portal);
    const { status, body } = await desk.call(createPlayerGroup, { body: { name: "3C", organizationId: organization.id } });
    expect(status).toBe(201);
    const { id } = body as { id: string };
    expect((await look({ desk, group: { id } })).body).toMatchObject({ name: "3C", rightsType: "OWNER", players: [] });
  });

  test("createPlayerGroup in another organization: errors.notFound; without the permission there: errors.notAllowed", async () => {
    const { desk } = await aClass(portal);
    const other = await aClass(portal);
    const foreign = await desk.call(createPlayerGroup, { body: { name: "3C", organizationId: other.organization.id } });
    expect(foreign).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    const guest = await anAccount(portal, {
      memberships: [
        { organization: other.organization, roles: ["member"] },
        { organization: (await aClass(portal)).organization, roles: ["teacher"] },
      ],
    });
    const browser = await aSession(portal, guest, { loginType: "PASSWORD" });
    const bare = await browser.call(createPlayerGroup, { body: { name: "3C", organizationId: other.organization.id } });
    expect(bare).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  });
});

describe("giving rights", () => {
  test("gives a colleague access, and NONE removes it", async () => {
    const school = await aClass(portal);
    const { account, desk } = await aColleague(school);
    expect((await look({ desk, group: school.group })).status).toBe(404);
    await give(school, { accountId: account.id, rightsType: "MODIFY" });
    expect((await look({ desk, group: school.group })).body).toMatchObject({ rightsType: "MODIFY" });
    await give(school, { accountId: account.id, rightsType: "NONE" });
    expect((await look({ desk, group: school.group })).status).toBe(404);
  });

  test.each(["MODIFY", "READ"] as const)("to the caller, down to %s, is answered without the rights of others", async (rightsType) => {
    const school = await aClass(portal);
    const answer = await give(school, { accountId: school.teacher.id, rightsType });
    expect(answer).toMatchObject({ status: 200, body: { rightsType, playerIds: school.playerIds } });
    expect(answer.body).not.toHaveProperty("rights");
    expect((await look(school)).body).toEqual(answer.body);
  });

  test("to the caller, down to NONE, is answered without players, and the class is gone for the caller", async () => {
    const school = await aClass(portal);
    const answer = await give(school, { accountId: school.teacher.id, rightsType: "NONE" });
    expect(answer).toMatchObject({ status: 200, body: { id: school.group.id, rightsType: "NONE", playerIds: [], players: [] } });
    expect(answer.body).not.toHaveProperty("rights");
    expect((await look(school)).status).toBe(404);
  });

  test("to a user group by which the caller owned the class is answered at the level that is left", async () => {
    const school = await aClass(portal, { level: "READ" });
    const { id: userGroupId } = await aUserGroup(portal, {
      organization: school.organization,
      members: [{ account: school.teacher }],
      rights: [{ group: school.group, level: "OWNER" }],
    });
    const answer = await give(school, { userGroupId, rightsType: "NONE" });
    expect(answer).toMatchObject({ status: 200, body: { rightsType: "READ", playerIds: school.playerIds } });
    expect(answer.body).not.toHaveProperty("rights");
  });

  test("setPlayerGroupRight beyond the caller's own level: errors.notAllowed", async () => {
    const school = await aClass(portal);
    const { account } = await aColleague(school);
    const beyond = await give(school, { accountId: account.id, rightsType: "SPECIAL" });
    expect(beyond).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  });

  test("setPlayerGroupRight on a foreign group: errors.notFound", async () => {
    const { desk } = await aClass(portal);
    const other = await aClass(portal);
    expect((await give({ desk, group: other.group }, { email: "x@school.example", rightsType: "READ" })).body).toMatchObject({
      code: "errors.notFound",
    });
  });

  test("to a member of another organization, a student and an unknown account has one answer: errors.memberUnknown", async () => {
    const school = await aClass(portal);
    const other = await aClass(portal);
    const wishes = [{ email: other.teacher.email }, { accountId: school.students[0]?.id }, { email: "nobody@school.example" }, {}];
    for (const wish of wishes) {
      expect(await give(school, { ...wish, rightsType: "READ" })).toMatchObject({ status: 404, body: { code: "errors.memberUnknown" } });
    }
  });

  test("is recorded with the level before and after", async () => {
    const school = await aClass(portal);
    const { account } = await aColleague(school);
    await give(school, { accountId: account.id, rightsType: "READ" });
    await give(school, { accountId: account.id, rightsType: "OWNER" });
    const events = await portal.context.database
      .selectFrom("audit_events")
      .select("details")
      .where("target_id", "=", school.group.id)
      .where("event", "=", "player_group_right_set")
      .orderBy("id")
      .execute();
    expect(events.map(({ details }) => details)).toEqual([
      { holder: account.id, before: "NONE", after: "READ" },
      { holder: account.id, before: "READ", after: "OWNER" },
    ]);
  });

  test("by fifty calls at once is recorded as fifty changes in a row: each begins with the level that the former gave", async () => {
    const school = await aClass(portal);
    const { account } = await aColleague(school);
    const levels = ["READ", "PLAY", "MODIFY", "NONE"] as const;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => give(school, { accountId: account.id, rightsType: levels[index % 4] })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const changes = (await eventsAbout(portal, school.group.id)).toReversed().map(({ details }) => details);
    expect(changes).toHaveLength(50);
    const given = changes.map(({ after }) => after);
    expect(changes.map(({ before }) => before)).toEqual(["NONE", ...given.slice(0, -1)]);
    const held = portal.context.database.selectFrom("account_player_group_rights").select("rights_level");
    const left = await held.where("account_id", "=", account.id).execute();
    expect(left.map(({ rights_level }) => rights_level)).toEqual(given.at(-1) === "NONE" ? [] : [given.at(-1)]);
  });

  test("is refused to an owner from whom a colleague has just taken the class: errors.notFound", async () => {
    const school = await aClass(portal);
    const { account } = await aColleague(school);
    const { id: account_id } = school.teacher;
    const answer = await meanwhileInClass(portal, {
      group: school.group,
      happens: (transaction) =>
        transaction
          .deleteFrom("account_player_group_rights")
          .where("account_id", "=", account_id)
          .where("player_group_id", "=", school.group.id)
          .execute(),
      call: () => give(school, { accountId: account.id, rightsType: "OWNER" }),
    });
    expect(answer.body).toMatchObject({ code: "errors.notFound" });
  });
});

test("an administrator owns every group", async () => {
  const { group } = await aClass(portal);
  const desk = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
  expect((await look({ desk, group })).body).toMatchObject({ rightsType: "OWNER" });
});

test.each(["<b></b>", " \n ", "2A\u202e", "2\u200bA"])("the group name %j is refused: errors.invalidInput", async (name) => {
  const school = await aClass(portal, { level: "OWNER" });
  expect(await edit(school, { name })).toMatchObject({ status: 400, body: { code: "errors.invalidInput" } });
});

test("an account being erased gets no right: errors.memberUnknown", async () => {
  const school = await aClass(portal, { level: "OWNER" });
  const { account } = await aColleague(school);
  const answer = await meanwhile(portal, {
    account,
    happens: (transaction) => erasePerson(portal.context, transaction, { ...account, default_locale: "en" }),
    call: () => give(school, { accountId: account.id, rightsType: "READ" }),
  });
  expect(answer).toMatchObject({ status: 404, body: { code: "errors.memberUnknown" } });
});
