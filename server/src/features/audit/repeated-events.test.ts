/** A repeated event is looked for in busy minutes too. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "#/platform/http/caller.ts";
import { stepsTaken } from "#test/plans-of.ts";
import { createTestStore } from "#test/test-store.ts";
import type { TestStore } from "#test/test-store.ts";
import { recordEventOnce } from "./record-event.ts";
import type { AuditEvent } from "./record-event.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  // Within nine minutes two thousand accounts have each done, and met, all of these events.
  await store.withScripts(async (run) => {
    await run(`
      insert into audit_events (at, event, actor_id, target_id, details)
      select now() - make_interval(secs => n % 540),
        (array['account_viewed', 'access_refused', 'game_login_refused', 'game_code_refused'])[1 + n % 4],
        md5('a' || n % 2000)::uuid, md5('a' || n % 1999)::uuid, '{"reason": "errors.clientCodeInvalid", "gameId": 7}'
      from generate_series(1, 40000) n`);
    await run("analyze audit_events");
  });
}, 60_000);
afterAll(() => store.close());

const [actorId, targetId] = ["00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b"];
const events: AuditEvent[] = [
  { event: "account_viewed", actorId, targetId },
  { event: "access_refused", actorId, details: { call: "getUser" } },
  { event: "game_login_refused", actorId: targetId, targetId, details: { reason: "errors.gameNotAvailable", gameId: 7 } },
  { event: "game_code_refused", targetId, details: { reason: "expired code", client: "7", gameId: 7 } },
];

test.each(events.map((event) => [event.event, event] as const))("%s is looked for among the events of its accounts", async (_, event) => {
  const steps = await stepsTaken(store.database, (explaining) => recordEventOnce(explaining, operator, event));
  expect(JSON.stringify(steps)).toContain("audit_events_");
  const readInVain = steps.filter((step) => Number(step["Rows Removed by Filter"] ?? 0) + Number(step["Actual Rows"]) > 100);
  expect(readInVain).toEqual([]);
});
