/** Searching players: by a part of the name or by id; an account's players; the list as a file (specification, sections 2, 3 and 7). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportPlayers, listPlayersOfUser, searchPlayers } from "@storyport/contract/players";
import { searchTable } from "#/platform/database/search.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { anAccount, anOrganization } from "#test/builders.ts";
import { plansOf } from "#test/plans-of.ts";
import { aManagedSchool } from "#test/user-groups.ts";
import { anAdminDesk } from "#test/users.ts";
import { searchedPlayers } from "./search-queries.ts";

let portal: TestPortal;
let desk: Browser;
let organization: { id: string };
beforeAll(async () => {
  portal = await buildTestPortal();
  ({ desk } = await anAdminDesk(portal));
  organization = await anOrganization(portal);
});
afterAll(() => portal.close());

async function aPlayer(name: string, parts: { gender?: number; research_code?: string } = {}): Promise<string> {
  const values = { organization_id: organization.id, name, ...parts };
  const { id } = await portal.context.database
    .insertInto("players")
    .values({ gender: null, ...values })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function search(body: Record<string, unknown>) {
  const answer = await desk.call(searchPlayers, { body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as { results: { id: string; playerName: string }[]; total: number; count: number };
}

describe("searchPlayers", () => {
  test("finds by a part of the name, ignoring case, and returns the specification's fields", async () => {
    const id = await aPlayer("Åse Unntak", { gender: 1, research_code: "R-17" });
    expect(await search({ query: " åSE unn " })).toEqual({
      results: [{ id, playerName: "Åse Unntak", gender: 1, researchCode: "R-17", createdAt: expect.any(String), registeredAt: null }],
      total: 1,
      count: 1,
      offset: 0,
      limit: 10,
    });
    expect(await search({ query: id })).toMatchObject({ total: 1, results: [{ id }] });
    expect(await search({ query: randomUUID() })).toMatchObject({ total: 0, results: [] });
  });

  test.each(["x", "xq", "_", "'", "æ", "·(", "q_", "%", "%%%", "🦊"])("%j matches literally, however short", async (query) => {
    const id = await aPlayer(`Vq ${query} W`);
    const { results } = await search({ query, limit: 50 });
    expect(results.map((player) => player.id)).toContain(id);
    expect(results.every(({ playerName }) => playerName.toLowerCase().includes(query))).toBe(true);
  });

  test("pages through the matches by offset; a page beyond the end is empty and has the same total", async () => {
    const tag = randomUUID().slice(0, 8);
    for (let index = 0; index < 12; index++) await aPlayer(`${tag} ${String(index).padStart(2, "0")}`);
    const names = [...(await search({ query: tag })).results, ...(await search({ query: tag, offset: 10 })).results];
    expect(names.map(({ playerName }) => playerName)).toEqual(
      Array.from({ length: 12 }, (_, index) => `${tag} ${String(index).padStart(2, "0")}`),
    );
    expect(await search({ query: tag, offset: 100_000 })).toMatchObject({ results: [], count: 0, total: 12 });
  });

  test.each([
    { query: "" },
    { query: "   " },
    { offset: -1 },
    { offset: 1e9 },
    { limit: 51 },
    { limit: "10;" },
    { query: "x".repeat(10_000) },
    { page: 1 },
  ])("%j is refused", async (odd) => {
    expect(await desk.call(searchPlayers, { body: { query: "nora", ...odd } })).toMatchObject({
      status: 400,
      body: { code: "errors.invalidInput" },
    });
  });

  test("is for administrators alone", async () => {
    const school = await aManagedSchool(portal);
    const answers = [
      await school.office.call(searchPlayers, { body: { query: "nora" } }),
      await school.office.call(exportPlayers, { query: { query: "nora" } }),
      await school.office.call(listPlayersOfUser, { body: { idOrEmail: school.manager.email } }),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  });
});

describe("exportPlayers", () => {
  test("is a CSV file whose cells are no formulas, and is recorded", async () => {
    const tag = randomUUID().slice(0, 8);
    const id = await aPlayer(`-2+3 ${tag}`, { gender: 1 });
    const emil = await aPlayer(`Emil ${tag}`);
    const answer = await desk.call(exportPlayers, { query: { query: tag } });
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="players.csv"');
    expect(answer.text.startsWith("\uFEFFPlayer ID,Player name,Gender,Research Code,Created,Registered\r\n")).toBe(true);
    expect(answer.text).toContain(`${id},"'-2+3 ${tag}",Girl,,`);
    expect(answer.text, "nobody said what Emil is").toContain(`${emil},Emil ${tag},,,`);
    const event = await portal.context.database
      .selectFrom("audit_events")
      .select("details")
      .where("event", "=", "players_exported")
      .executeTakeFirstOrThrow();
    expect(event.details).toEqual({ rows: 2 });
  });
});

describe("listPlayersOfUser", () => {
  test("returns the players of an account, by id or by any spelling of its address", async () => {
    const account = await anAccount(portal);
    const id = await aPlayer("Nora");
    await portal.context.database.insertInto("account_players").values({ account_id: account.id, player_id: id }).execute();
    for (const idOrEmail of [account.id, account.id.toUpperCase(), account.email, ` ${account.email.toUpperCase()} `]) {
      const answer = await desk.call(listPlayersOfUser, { body: { idOrEmail } });
      expect(answer).toMatchObject({ status: 200, body: { players: [{ id, playerName: "Nora" }] } });
    }
  });

  test("an unknown id or address: errors.notFound", async () => {
    for (const idOrEmail of [randomUUID(), "nobody@school.example", "%", "' or 1=1 --"]) {
      const answer = await desk.call(listPlayersOfUser, { body: { idOrEmail } });
      expect(answer).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    }
  });
});

describe("with many players", () => {
  beforeAll(async () => {
    await portal.store.withScripts(async (run) => {
      for (let from = 1; from <= 30_000; from += 5000) {
        await run(`insert into players (organization_id, name)
          select '${organization.id}', 'Crowd ' || i from generate_series(${from}, ${from + 4999}) i`);
      }
      await run("vacuum analyze players");
    });
  }, 120_000);

  test.each([
    ["wd 2999", "players__name_trigrams_idx"],
    ["zz", "players__name_short_texts_idx"],
    ["ø", "players__name_short_texts_idx"],
    ["%_", "players__name_short_texts_idx"],
  ])("the search for %j uses the index %s", async (query, index) => {
    const plans = await plansOf(portal.context.database, (database) =>
      searchTable(database, searchedPlayers, { query, offset: 0, limit: 10 }),
    );
    expect(plans).toContain(index);
  });

  test("frequent parts are counted up to 10,000 and listed in order", async () => {
    for (const query of ["c", "cr", "crowd"]) expect(await search({ query })).toMatchObject({ total: 10_000, count: 10 });
    const { results } = await search({ query: "crowd", limit: 50 });
    expect(results.map(({ playerName }) => playerName)).toEqual(results.map(({ playerName }) => playerName).toSorted());
  });
});
