/** The undo of a list keeps what a person has corrected since. */
import { editPlayer } from "@storyport/contract/players";
import { removeOrganizationMember } from "@storyport/contract/organizations";
import { setPlayerGroupRight } from "@storyport/contract/player-groups";
import { undoRoster } from "@storyport/contract/rosters";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { anAccount } from "#test/builders.ts";
import type { TestAccount } from "#test/builders.ts";
import { anOffice, applied, changesOf, checked, classesOf, groupNamed, listed, taughtBy } from "#test/rosters.ts";
import type { RosterOffice } from "#test/rosters.ts";
import { eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const two = ["s1 Nora", "s2 Emil"];

async function undo({ desk }: RosterOffice, runId: string): Promise<void> {
  const answer = await desk.call(undoRoster, { params: { runId }, body: {} });
  expect(answer.status, answer.text).toBe(204);
}

async function levelsOf({ id }: { id: string }): Promise<RightsLevel[]> {
  const rights = portal.context.database.selectFrom("account_player_group_rights").select("rights_level").where("account_id", "=", id);
  return (await rights.execute()).map(({ rights_level }) => rights_level);
}

describe("the undo of a list that gave a teacher a class", () => {
  interface Given {
    office: RosterOffice;
    teacher: TestAccount;
    runId: string;
    playerGroupId: string;
    set: (rightsType: RightsLevel) => Promise<void>;
  }

  /** A teacher had READ, and a list has given MODIFY. */
  async function given(): Promise<Given> {
    const office = await anOffice(portal);
    const teacher = await anAccount(portal, { memberships: [{ organization: office.organization, roles: ["teacher"] }] });
    await applied(office, [listed("c1", "2A", two)]);
    const playerGroupId = await groupNamed(portal, office, "2A");
    const set = async (rightsType: RightsLevel) => {
      const body = { accountId: teacher.id, rightsType };
      expect((await office.desk.call(setPlayerGroupRight, { params: { playerGroupId }, body })).status).toBe(200);
    };
    await set("READ");
    const runId = await applied(office, [taughtBy(listed("c1", "2A", two), [teacher.email])]);
    expect(await levelsOf(teacher)).toEqual(["MODIFY"]);
    return { office, teacher, runId, playerGroupId, set };
  }

  test("gives the level before back, with an event", async () => {
    const { office, teacher, runId, playerGroupId } = await given();
    await undo(office, runId);
    expect(await levelsOf(teacher)).toEqual(["READ"]);
    const [last] = (await eventsAbout(portal, playerGroupId)).filter(({ event }) => event === "player_group_right_set");
    expect(last?.details).toEqual({ holder: teacher.id, before: "MODIFY", after: "READ" });
  });

  test.each([
    ["NONE", []],
    ["PLAY", ["PLAY"]],
    ["OWNER", ["OWNER"]],
  ] as const)("keeps the level %s that a person has set since", async (level, levels) => {
    const { office, teacher, runId, set } = await given();
    await set(level);
    await undo(office, runId);
    expect(await levelsOf(teacher)).toEqual(levels);
  });

  test("gives nothing to a teacher who has left the school", async () => {
    const { office, teacher, runId } = await given();
    const params = { organizationId: office.organization.id, userId: teacher.id };
    expect((await office.desk.call(removeOrganizationMember, { params })).status).toBe(204);
    await undo(office, runId);
    expect(await levelsOf(teacher)).toEqual([]);
  });
});

test("the undo of a list keeps the name that a person has given a student since, and gives the others their former names", async () => {
  const office = await anOffice(portal);
  await applied(office, [listed("c1", "2A", two)]);
  const list = [listed("c1", "2A", ["s1 Norah", "s2 Emile"])];
  const runId = await applied(office, list);
  const players = portal.context.database
    .selectFrom("players")
    .select(["id", "version"])
    .where("organization_id", "=", office.organization.id);
  const { id: playerId, version } = await players.where("name", "=", "Norah").executeTakeFirstOrThrow();
  const edited = await office.desk.call(editPlayer, { params: { playerId }, body: { version, playerName: "Nora Elise" } });
  expect(edited.status, edited.text).toBe(200);
  await undo(office, runId);
  expect(await classesOf(portal, office)).toEqual({ "2A": ["Emil", "Nora Elise"] });
  const names = portal.context.database.selectFrom("accounts as a").innerJoin("account_players as ap", "ap.account_id", "a.id");
  expect(await names.select("a.display_name").where("ap.player_id", "=", playerId).execute()).toEqual([{ display_name: "Nora Elise" }]);
  // The list still has another name, as it had before the correction.
  expect(await changesOf(office.desk, await checked(office, list))).toMatchObject([
    { kind: "RENAMED", name: "Norah", formerName: "Nora Elise" },
    { kind: "RENAMED", name: "Emile", formerName: "Emil" },
  ]);
});
