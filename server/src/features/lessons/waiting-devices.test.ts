/** A board looks up the open codes of its own lesson and of its school's devices, however many are open in other schools. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aLesson } from "#test/lessons.ts";
import type { TestLesson } from "#test/lessons.ts";
import { stepsTaken } from "#test/plans-of.ts";
import { readBoardRow } from "./board-queries.ts";

let portal: TestPortal;
let school: TestLesson;
beforeAll(async () => {
  portal = await buildTestPortal();
  school = await aLesson(portal);
  await portal.store.withScripts(async (run) => {
    // Without triggers, which tell boards of each row.
    await run("set session_replication_role = replica");
    await run("insert into organizations (key, description) select 'Devices-' || i, 'A school' from generate_series(1, 100) i");
    await run(`insert into devices (organization_id, game_id, name)
      select o.id, og.game_id, 'Tablet ' || i from organizations o, organization_games og, generate_series(1, 30) i
      where og.organization_id = '${school.organization.id}'`);
    const wait = (end: string) =>
      run(`insert into device_codes (digest, game_id, user_code, device_id, expires_at)
        select sha256(convert_to('${end}' || d.id, 'UTF8')), d.game_id,
          regexp_replace(translate(left(md5('${end}' || d.id), 8), '0123456789abcdef', 'BCDFGHJKLMNPQRST'), '(....)(....)', '\\1-\\2'),
          d.id, now() + interval '${end}'
        from devices d on conflict do nothing`);
    const handOver = (end: string) =>
      run(`insert into game_codes (digest, handover_digest, client_id, game_id, account_id, organization_id, scope, login_type, callback_url,
          expires_at)
        select sha256(convert_to('${end}' || i, 'UTF8')), sha256(convert_to('handover ${end}' || i, 'UTF8')), 'game', 7, gen_random_uuid(),
          gen_random_uuid(), 'PLAYER', 'QRCODE', 'https://game.example/callback', now() + interval '${end}' from generate_series(1, 3000) i`);
    await wait("-1 hour");
    await handOver("-1 hour");
    await run("vacuum analyze");
    await wait("10 minutes");
    await handOver("1 minute");
  });
}, 60_000);
afterAll(() => portal.close());

test("a board reads the codes of its own lesson and school alone, and shows each device", async () => {
  const board = await readBoardRow(portal.context.database, school.lesson.id);
  expect(board?.devices).toHaveLength(30);
  const steps = await stepsTaken(portal.context.database, (explaining) => readBoardRow(explaining, school.lesson.id));
  const ofCodes = steps.filter((step) => /^(device|game)_codes/.test(String(step["Index Name"] ?? step["Relation Name"])));
  expect(ofCodes.length).toBeGreaterThan(0);
  const rowsOf = (step: (typeof steps)[number]) =>
    Number(step["Actual Loops"]) * (Number(step["Actual Rows"]) + Number(step["Rows Removed by Filter"] ?? 0));
  // Each device has a code that waits, and a code that has ended.
  expect(Math.max(...ofCodes.map(rowsOf))).toBeLessThanOrEqual(60);
});
