/**
 * Expand and contract: the portal of the previous release goes on working on today's schema, during the migration, after it, and
 * beside a portal of today. The portals are processes of their own, and the load is real (needs the built web app).
 */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { endpointUrl } from "@storyport/contract/endpoint";
import { logInWithPassword, logOut, validateAuth } from "@storyport/contract/login";
import { issueTokens } from "@storyport/contract/tokens";
import { freePort } from "./free-port.ts";
import { openStore } from "#/platform/database/connect.ts";
import type { Store } from "#/platform/database/connect.ts";
import { migrate } from "#/platform/database/migrate.ts";
import { demoPassword } from "#seed/demo-people.ts";
import type { Answer } from "./browser.ts";
import { hasFormerCommit, unpackFormerPortal } from "./former-portal.ts";
import type { FormerTree } from "./former-portal.ts";
import { handOver, readTokens, redemptionOf } from "./oauth-client.ts";
import { createRemoteBrowser } from "./remote-browser.ts";
import { runScript } from "./run-script.ts";
import type { RunningScript } from "./run-script.ts";
import { createTestDatabase } from "./test-store.ts";

const isHere = await hasFormerCommit();
if (!isHere)
  console.warn("THE PREVIOUS RELEASE WAS NOT TESTED: this copy of the repository does not have its commit. A full clone has it.");

describe.skipIf(!isHere)("the previous release on today's schema", () => {
  const secretKey = randomBytes(32).toString("base64");
  const portals: RunningScript[] = [];
  let former: FormerTree;
  let store: Store;
  let url: string;
  let callback: string;
  beforeAll(async () => {
    former = await unpackFormerPortal();
    url = await createTestDatabase({ isEmpty: true });
    store = await openStore({ kind: "postgres", url }, () => undefined);
  });
  afterAll(async () => {
    for (const { process, ended } of portals) {
      process.kill("SIGKILL");
      await ended;
    }
    await store.close();
    await former.remove();
  });

  /** Returns its address. The first one fills the database with the demo school. */
  async function startPortal(main: string): Promise<string> {
    const port = await freePort();
    // The stand-ins do not run. Their default ports may belong to a demo on this machine.
    const env = { DATABASE_URL: url, SECRET_KEY: secretKey, DEMO: "true", PORT: String(port), STAND_INS_PORT: "4990" };
    const portal = runScript(main, { ...env, PUBLIC_URL: "http://localhost:3000", LOG_LEVEL: "error" });
    portals.push(portal);
    await portal.says("Ctrl-C stops everything");
    return `http://127.0.0.1:${port}`;
  }

  test("logins, sessions, hand-overs and refreshes succeed before, while and after the database migrates, and beside today's portal", async () => {
    const addresses = [await startPortal(former.main)];
    const { rows } = await sql<{
      url: string;
    }>`select url from game_callbacks where game_id = 1 order by kind = 'WEB' desc limit 1`.execute(store.database);
    callback = rows[0]?.url ?? "";
    const [before] = await store.withScripts((run) => run("select max(id) as id from audit_events"));
    const load = startLoad(addresses);
    // Each wait is for more rounds than people, so that some begin and end within it.
    await load.rounds(8);
    const applied = await migrate(store, { say: () => undefined });
    // The first migration that the former commit lacks.
    expect(applied[0]).toBe("0060_history_in_months.sql");
    await load.rounds(12);
    addresses.push(await startPortal("src/main.ts"));
    await load.rounds(16);
    const { rounds, faults } = await load.stop();
    expect(faults).toEqual([]);
    const counted = await sql<{ event: string; count: number }>`
      select event, count(*)::int as count from audit_events
      where id > ${before?.["id"]}::bigint group by event`.execute(store.database);
    const events = Object.fromEntries(counted.rows.map(({ event, count }) => [event, count]));
    expect(events).toMatchObject({ login_succeeded: rounds, game_code_issued: rounds, tokens_issued: rounds, logged_out: rounds });
  }, 180_000);

  /** Four people at a time, each request at the next portal. */
  function startLoad(addresses: readonly string[]) {
    const state = { rounds: 0, isOver: false, faults: [] as string[], turn: 0 };
    const next = (): string => addresses[state.turn++ % addresses.length] ?? "";
    const people = Array.from({ length: 4 }, async () => {
      while (!state.isOver) {
        await playOnce(next).catch((error: unknown) => state.faults.push(String(error)));
        state.rounds++;
      }
    });
    return {
      /** Resolves after so many more rounds. */
      rounds: async (more: number): Promise<void> => {
        const until = state.rounds + more;
        await vi.waitFor(() => expect(state.rounds).toBeGreaterThanOrEqual(until), { timeout: 120_000, interval: 50 });
      },
      stop: async () => {
        state.isOver = true;
        await Promise.all(people);
        return state;
      },
    };
  }

  /** One person logs in, opens a game, and logs out; the game redeems the code and refreshes. Throws unless each step succeeds. */
  async function playOnce(next: () => string): Promise<void> {
    const browser = createRemoteBrowser(next);
    const program = createRemoteBrowser(next);
    const token = (form: Record<string, string>): Promise<Answer> =>
      program.send({
        method: "POST",
        url: endpointUrl(issueTokens),
        payload: new URLSearchParams(form).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
    const body = { email: "teacher@fjordskolen.example", password: demoPassword, deviceName: "a test" };
    demand(200, await browser.call(logInWithPassword, { body }));
    demand(200, await browser.call(validateAuth));
    const given = await handOver(browser, { id: 1 }, { deeplink: callback });
    const redemption = Object.fromEntries(Object.entries(redemptionOf(given)).map(([name, value = ""]) => [name, value]));
    const { refreshToken } = readTokens(await token(redemption), given.clientId);
    demand(200, await token({ grant_type: "refresh_token", client_id: given.clientId, refresh_token: refreshToken }));
    demand(200, await browser.call(validateAuth));
    demand(200, await browser.call(logOut));
  }
});

function demand(status: number, answer: Answer): void {
  if (answer.status !== status) throw new Error(`${answer.status} ${answer.text}`);
}
