/** A code is found by what names it, however many codes are open on the platform. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withdrawTransfersOf } from "#/features/accounts/withdraw-transfers.ts";
import { noteSeen, takeCode } from "#/features/seats/queries.ts";
import { consumeSeat, countPoll } from "#/features/tokens/device-code-queries.ts";
import { endGrants } from "#/features/tokens/end-grants.ts";
import { consumeGameCode } from "#/features/tokens/queries.ts";
import { endTransfer } from "#/features/transfers/queries.ts";
import type { Database } from "#/platform/database/connect.ts";
import { stepsTaken } from "./plans-of.ts";
import { createTestStore } from "./test-store.ts";
import type { TestStore } from "./test-store.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  await store.withScripts(async (run) => {
    // Without triggers, which tell boards of each row.
    await run("set session_replication_role = replica");
    const addAll = async (end: string) => {
      const numbers = "generate_series(1, 3000) i";
      const digest = (kind: string) => `sha256(convert_to('${kind} ${end}' || i, 'UTF8'))`;
      const until = `now() + interval '${end}'`;
      await run(`insert into game_codes (digest, handover_digest, client_id, game_id, account_id, organization_id, scope, login_type,
          callback_url, expires_at)
        select ${digest("code")}, ${digest("handover")}, '7', 7, gen_random_uuid(), gen_random_uuid(), 'PLAYER', 'QRCODE',
          'https://game.example/callback', ${until} from ${numbers}`);
      await run(`insert into device_codes (digest, game_id, user_code, device_id, expires_at)
        select ${digest("device")}, 7,
          regexp_replace(translate(left(md5('${end}' || i), 8), '0123456789abcdef', 'BCDFGHJKLMNPQRST'), '(....)(....)', '\\1-\\2'),
          gen_random_uuid(), ${until} from ${numbers} on conflict do nothing`);
      await run(`insert into transfers (organization_id, player_group_id, account_id, player_id, opened_by, digest, expires_at)
        select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), ${digest("transfer")}, ${until}
        from ${numbers}`);
    };
    await addAll("-1 hour");
    await run("vacuum analyze");
    await addAll("10 minutes");
  });
}, 60_000);
afterAll(() => store.close());

const id = randomUUID();
const digest = Buffer.alloc(32, 7);
const proof = { digest, clientId: "7" };
const held = (database: Database) => database.transaction();

test.each([
  ["the redemption of a game's code", (at) => consumeGameCode(at, { ...proof, callbackUrl: "-", challenge: null, verifier: null })],
  ["the end of an account's grants", (at) => endGrants(at, sql<boolean>`opened.account_id = ${id}::uuid`, "LOGOUT")],
  ["the poll of a device that waits", (at) => countPoll(at, proof)],
  ["the poll of a device with a seat", (at) => held(at).execute((transaction) => consumeSeat(transaction, proof))],
  ["the return of a device", (at) => held(at).execute((transaction) => noteSeen(transaction, id))],
  ["the adoption of a device", (at) => held(at).execute((transaction) => takeCode(transaction, "BCDF-GHJK"))],
  ["the end of a transfer", (at) => held(at).execute((transaction) => endTransfer(transaction, { id, as: "WITHDRAWN", endedBy: id }))],
  ["the leaving of a teacher", (at) => held(at).execute((transaction) => withdrawTransfersOf(transaction, { accountIds: [id] }))],
] satisfies [string, (database: Database) => Promise<unknown>][])("%s reads no other open code", async (_, operation) => {
  const steps = await stepsTaken(store.database, operation);
  expect(JSON.stringify(steps)).toMatch(/_codes|transfers/);
  const inVain = steps.filter((step) => Number(step["Rows Removed by Filter"] ?? 0) + Number(step["Actual Rows"]) > 100);
  expect(inVain).toEqual([]);
});
