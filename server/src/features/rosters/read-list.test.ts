/** A list is compared, kept and looked up as students and accounts are stored, however it spells them. */
import { editPlayer } from "@storyport/contract/players";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { anAccount } from "#test/builders.ts";
import { anOffice, applied, changesOf, checked, listed, overview, taughtBy } from "#test/rosters.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

/** "å1" and "Zoé", written with combining characters as some systems export them. */
const [decomposedId, decomposedName] = ["å1".normalize("NFD"), "Zoé".normalize("NFD")];
const others = ["s2 Emil", "s3 Aksel", "s4 Bo", "s5 Li", "s6 Siri", "s7 Ida"];

describe("readList", () => {
  test("a name that a teacher gave stays, however the list spells its own", async () => {
    const office = await anOffice(portal);
    const list = [listed("c1", "2A", [`s1 ${decomposedName}`, "s2 Emil  B"])];
    await applied(office, list);
    const players = await portal.context.database
      .selectFrom("players")
      .select("id")
      .where("organization_id", "=", office.organization.id)
      .execute();
    expect(players).toHaveLength(2);
    for (const { id: playerId } of players)
      expect((await office.desk.call(editPlayer, { params: { playerId }, body: { version: 1, playerName: "Zoe L" } })).status).toBe(200);
    expect(await changesOf(office.desk, await checked(office, list))).toEqual([]);
  });

  test("a missing student who is listed again is marked no more, however the list spells the id", async () => {
    const office = await anOffice(portal);
    const list = [listed("c1", "2A", [`${decomposedId} Nora`, ...others])];
    await applied(office, list);
    await applied(office, [listed("c1", "2A", others)]);
    expect((await overview(office)).missing).toMatchObject([{ playerName: "Nora" }]);
    await applied(office, list);
    expect((await overview(office)).missing).toEqual([]);
    expect(await changesOf(office.desk, await checked(office, list))).toEqual([]);
  });

  test("a student whom no class has is found by the id, however the list spells it", async () => {
    const office = await anOffice(portal);
    await applied(office, [listed("c1", "2A", [`${decomposedId} Nora`, ...others])]);
    await portal.context.database
      .deleteFrom("player_group_players")
      .where("player_id", "in", (query) =>
        query.selectFrom("players").select("id").where("organization_id", "=", office.organization.id).where("name", "=", "Nora"),
      )
      .execute();
    const runId = await checked(office, [listed("c1", "2A", [...others, `${decomposedId} Nora`])]);
    expect(await changesOf(office.desk, runId)).toMatchObject([{ kind: "MOVED", name: "Nora" }]);
  });

  test("a teacher's address finds the account, also in the wide letters of East Asian keyboards", async () => {
    const office = await anOffice(portal);
    const { organization } = office;
    const teacher = await anAccount(portal, { displayName: "Ms Berg", memberships: [{ organization, roles: ["teacher"] }] });
    const wide = (teacher.email ?? "").replace(/[a-z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));
    const runId = await checked(office, [taughtBy(listed("c1", "2A", ["s1 Nora"]), [wide])]);
    const teachers = (await changesOf(office.desk, runId)).filter(({ thing }) => thing === "TEACHER");
    expect(teachers).toMatchObject([{ kind: "NEW", name: "Ms Berg" }]);
  });
});
