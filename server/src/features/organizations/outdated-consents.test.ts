/** Decisions about names that meet other decisions (decision 81). */
import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openidWord } from "@storyport/contract/games";
import { editOrganization, getNameSharing } from "@storyport/contract/organizations";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { anAdministrator, aSession } from "#test/builders.ts";
import type { TestAccount } from "#test/builders.ts";
import { createSchoolWithTool, readsOf } from "#test/school-with-tool.ts";

let portal: TestPortal;
let administrator: TestAccount;
let admin: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  administrator = await anAdministrator(portal);
  admin = await aSession(portal, administrator, { loginType: "PASSWORD" });
});
afterAll(() => portal.close());

const aSchoolWithTool = () => createSchoolWithTool(portal);

/** The words before and after each decision, in their order. */
async function decisionsOf({ id }: { id: string }) {
  const events = await portal.context.database
    .selectFrom("audit_events")
    .select("details")
    .where("organization_id", "=", id)
    .where("event", "like", "name_sharing%")
    .orderBy("id")
    .execute();
  return events.map(({ details }) => z.object({ before: nameWords, after: nameWords }).parse(details));
}

const nameWords = z.object({ nameWords: z.array(openidWord) }).transform(({ nameWords: words }) => words);

describe("a page that is outdated", () => {
  test("does not give again what was withdrawn meanwhile (errors.changedMeanwhile), and a fresh page may", async () => {
    const { office, decide } = await aSchoolWithTool();
    await decide(office, ["profile"]);
    await decide(admin, []);
    const outdated = await decide(office, ["profile", "email"], { seen: ["profile"] });
    expect(outdated).toMatchObject({ status: 409, body: { code: "errors.changedMeanwhile" } });
    expect((await decide(office, ["profile", "email"])).body).toMatchObject({ tools: [{ reads: ["profile", "email"] }] });
  });

  test("cannot withdraw a part of what was given meanwhile (errors.changedMeanwhile), but all of it", async () => {
    const { office, decide } = await aSchoolWithTool();
    await decide(office, ["profile", "email"]);
    const part = await decide(office, ["email"], { seen: ["email"] });
    expect(part).toMatchObject({ status: 409, body: { code: "errors.changedMeanwhile" } });
    expect((await decide(office, [], { seen: ["email"] })).body).toMatchObject({ tools: [{ reads: [] }] });
  });

  test("of 50 concurrent decisions, none gives after a withdrawal, and each follows the one before", async () => {
    const { game, organization, office, params, decide } = await aSchoolWithTool();
    await decide(office, ["profile"]);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => decide(office, turn % 2 === 0 ? ["profile", "email"] : [], { seen: ["profile"] })),
    );
    expect(answers.filter(({ status }, turn) => status !== 200 && (status !== 409 || turn % 2 === 1))).toEqual([]);
    expect(await readsOf(office, { ...params, gameId: game.id })).toEqual([]);
    const decisions = await decisionsOf(organization);
    expect(decisions[0]).toEqual({ before: [], after: ["profile"] });
    for (const [index, { before }] of decisions.entries()) if (index > 0) expect(before).toEqual(decisions[index - 1]?.after);
    // The gift before the race, at most one more, and the withdrawal. Each of the last two makes the pages outdated.
    expect(decisions.length).toBeLessThanOrEqual(3);
    expect(decisions.at(-1)?.after).toEqual([]);
  });
});

describe("a tool that leaves the school", () => {
  const events = ({ id }: { id: string }) =>
    portal.context.database
      .selectFrom("audit_events")
      .select(["event", "actor_id", "details"])
      .where("organization_id", "=", id)
      .where("event", "=", "name_sharing_ended")
      .execute();

  /** As the previous release edits the games of an organization. */
  const editAsBefore = ({ id }: { id: string }, gameIds: number[]) =>
    portal.context.database.transaction().execute(async (transaction) => {
      await transaction.deleteFrom("organization_games").where("organization_id", "=", id).execute();
      const rows = gameIds.map((game_id) => ({ organization_id: id, game_id }));
      if (rows.length > 0) await transaction.insertInto("organization_games").values(rows).execute();
    });

  test("takes its consent with it, and the history says whose edit it was", async () => {
    const { game, organization, office, params, decide } = await aSchoolWithTool();
    await decide(office, ["profile"]);
    const edit = (version: number, gameIds: number[]) => admin.call(editOrganization, { params, body: { version, gameIds } });
    expect((await edit(1, [])).status).toBe(200);
    const details = { gameId: game.id, before: { nameWords: ["profile"] }, after: { nameWords: [] } };
    expect(await events(organization)).toEqual([{ event: "name_sharing_ended", actor_id: administrator.id, details }]);
    await edit(2, [game.id]);
    expect(await readsOf(office, { ...params, gameId: game.id })).toEqual([]);
    await edit(3, []);
    expect(await events(organization)).toHaveLength(1);
  });

  test("by an edit of the previous release is in the history too", async () => {
    const { game, organization, office, params, decide } = await aSchoolWithTool();
    await decide(office, ["profile", "email"]);
    await editAsBefore(organization, []);
    const details = { gameId: game.id, before: { nameWords: ["profile", "email"] }, after: { nameWords: [] } };
    expect(await events(organization)).toEqual([{ event: "name_sharing_ended", actor_id: null, details }]);
    await editAsBefore(organization, [game.id]);
    expect(await readsOf(office, { ...params, gameId: game.id })).toEqual([]);
  });

  test("keeps the consent if an edit of the previous release keeps the tool", async () => {
    const { game, organization, office, params, decide } = await aSchoolWithTool();
    const { body } = await decide(office, ["profile"]);
    await editAsBefore(organization, [game.id]);
    expect((await office.call(getNameSharing, { params })).body).toEqual(body);
    expect(await events(organization)).toEqual([]);
  });

  test("leaves no consent behind, if fifty decisions meet its leaving", async () => {
    const { game, organization, office, decide } = await aSchoolWithTool();
    const leaving = editAsBefore(organization, []);
    const answers = await Promise.all(Array.from({ length: 50 }, () => decide(office, ["profile"], { seen: [] })));
    await leaving;
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 400)).toEqual([]);
    const left = portal.context.database.selectFrom("name_consents").selectAll().where("game_id", "=", game.id);
    expect(await left.execute()).toEqual([]);
  });
});

describe("decisions by turns", () => {
  test("wait for an hour after six in a row, and write no more letters; a withdrawal never waits (errors.tooManyAttempts)", async () => {
    const { manager, office, decide } = await aSchoolWithTool();
    await portal.sendLetters();
    for (let turn = 0; turn < 6; turn += 1) {
      expect((await decide(office, ["profile"])).status).toBe(200);
      expect((await decide(office, [])).status).toBe(200);
    }
    const refused = await decide(office, ["profile"]);
    expect(refused).toMatchObject({ status: 429, body: { code: "errors.tooManyAttempts" } });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3500);
    await portal.sendLetters();
    expect(portal.mailbox.lettersTo(manager.email)).toHaveLength(12);
    await portal.clock.travel(3601);
    const again = await aSession(portal, manager, { loginType: "PASSWORD" });
    expect((await decide(again, ["profile"])).status).toBe(200);
    expect(await decide(again, ["profile", "email"])).toMatchObject({ status: 429 });
    expect((await decide(again, [])).status).toBe(200);
  });

  test("of another tool do not count", async () => {
    const [first, second] = [await aSchoolWithTool(), await aSchoolWithTool()];
    for (let turn = 0; turn < 6; turn += 1) {
      await first.decide(first.office, ["profile"]);
      await first.decide(first.office, []);
    }
    expect((await second.decide(second.office, ["profile"])).status).toBe(200);
  });
});
