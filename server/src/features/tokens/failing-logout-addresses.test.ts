/** Games whose logout address fails, hangs or is private harm nobody else (OpenID Connect Back-Channel Logout). */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { logOut } from "@storyport/contract/login";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { createOutsideFetch } from "#/platform/http/outside-fetch.ts";
import { createLogoutWorld, serve } from "#test/logout-notices.ts";
import { sendLogoutNotices, sendNoticesAtOnce } from "./send-logout-notices.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());
afterEach(() => portal.context.database.deleteFrom("logout_notices").execute());

const { listen, aStaffTool, send, waiting } = createLogoutWorld(() => portal);

describe("a game that fails", () => {
  test.each([40, 1000])("with %d notices is asked once in a while, and nothing waits for its rows", async (count) => {
    const [bad, good] = [await aStaffTool("https://10.0.0.1/logged-out"), await aStaffTool()];
    await portal.context.database
      .insertInto("logout_notices")
      .values(Array.from({ length: count }, () => ({ client_id: String(bad.game.id), game_id: bad.game.id, family_id: randomUUID() })))
      .execute();
    await good.browser.call(logOut);
    // One claim of ten notices for the failing game, and the one notice of the other.
    expect(await send()).toBe(11);
    expect(good.heard).toMatchObject([{ sid: good.tokens.claims.sid }]);
    expect(await waiting()).toHaveLength(count);
    expect(await send()).toBe(0);
  });

  test("for long stays at waits of five minutes, also when new notices come, and no wait gets shorter", async () => {
    const bad = await aStaffTool("https://10.0.0.1/logged-out");
    const { database } = portal.context;
    const notice = { client_id: String(bad.game.id), game_id: bad.game.id };
    const [long, claimed] = [randomUUID(), randomUUID()];
    const inFuture = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;
    await database
      .insertInto("logout_notices")
      .values([
        // After seven tries a wait is 225 to 375 seconds. The failure of another notice may only make it longer.
        { ...notice, family_id: long, attempts: 7, send_after: inFuture(370) },
        // Another process is sending it.
        { ...notice, family_id: claimed, attempts: 1, send_after: inFuture(30) },
      ])
      .execute();
    await bad.browser.call(logOut);
    expect(await send()).toBe(1);
    const seconds = sql<number>`extract(epoch from send_after - now())::float8`.as("seconds");
    const rows = await database.selectFrom("logout_notices").select(["family_id", "attempts", seconds]).execute();
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row.seconds).toBeGreaterThan(200);
    expect(rows.find(({ family_id }) => family_id === long)?.seconds).toBeGreaterThan(330);
  });

  test("waits twice as long after each try, however many notices wait", async () => {
    const bad = await aStaffTool("https://10.0.0.1/logged-out");
    const { database } = portal.context;
    const notice = () => ({ client_id: String(bad.game.id), game_id: bad.game.id, family_id: randomUUID() });
    await database
      .insertInto("logout_notices")
      .values(Array.from({ length: 100 }, notice))
      .execute();
    for (const [index, wait] of [5, 10, 20, 40, 80, 160, 300, 300].entries()) {
      expect(await send()).toBe(10);
      const last = sql<number>`extract(epoch from max(send_after) - now())::float8`.as("seconds");
      const columns = [last, sql<number>`min(attempts)`.as("attempts")] as const;
      const { seconds, attempts } = await database.selectFrom("logout_notices").select(columns).executeTakeFirstOrThrow();
      expect(attempts).toBe(index + 1);
      // A wait varies by a quarter, and a slow machine may look late.
      expect(seconds).toBeGreaterThan(wait * 0.65);
      expect(seconds).toBeLessThanOrEqual(wait * 1.25);
      await database
        .updateTable("logout_notices")
        .set({ send_after: sql<Date>`now()` })
        .execute();
    }
  });

  test("by ten senders at once leaves no deadlock", async () => {
    const bad = await aStaffTool("https://10.0.0.1/logged-out");
    const notice = () => ({ client_id: String(bad.game.id), game_id: bad.game.id, family_id: randomUUID() });
    await portal.context.database
      .insertInto("logout_notices")
      .values(Array.from({ length: 200 }, notice))
      .execute();
    const warned = vi.spyOn(portal.context.log, "warn");
    onTestFinished(() => warned.mockRestore());
    await Promise.all(Array.from({ length: 10 }, send));
    expect(warned.mock.calls.filter(([details]) => "err" in Object(details))).toEqual([]);
    expect(await waiting()).toHaveLength(200);
  });
});

test("a game hears while another game has not answered yet", async () => {
  const [asked, goodHeard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const order: string[] = [];
  const slow = await serve((request, answer) => {
    request.socket.on("close", () => order.push("the slow game has ended"));
    asked.resolve();
    void goodHeard.promise.then(() => answer.end());
  });
  const quick = await serve((_request, answer) => {
    order.push("the quick game has heard");
    answer.end();
    goodHeard.resolve();
  });
  const [waitingTool, quickTool] = [await aStaffTool(slow), await aStaffTool(quick)];
  const stop = await sendNoticesAtOnce(portal.context);
  onTestFinished(stop);
  await waitingTool.browser.call(logOut);
  await asked.promise;
  await quickTool.browser.call(logOut);
  await goodHeard.promise;
  expect(order[0]).toBe("the quick game has heard");
}, 15_000);

test("a stop finishes what is claimed, and leaves the other notices for the next portal", async () => {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let answered = 0;
  const slow = await serve((request, answer) => {
    // An answer before the end of the request may reset the connection.
    request.resume().on("end", () => {
      asked.resolve();
      void released.promise.then(() => {
        answered += 1;
        answer.end();
      });
    });
  });
  const tool = await aStaffTool(slow);
  const notice = () => ({ client_id: String(tool.game.id), game_id: tool.game.id, family_id: randomUUID() });
  await portal.context.database
    .insertInto("logout_notices")
    .values(Array.from({ length: 30 }, notice))
    .execute();
  const stop = await sendNoticesAtOnce(portal.context);
  await tool.browser.call(logOut);
  await asked.promise;
  const stopped = stop();
  released.resolve();
  await stopped;
  expect(answered).toBe(10);
  const left = (await waiting()).length;
  expect(left).toBeGreaterThanOrEqual(21);
  expect(await sendLogoutNotices(portal.context, { signal: AbortSignal.abort() })).toBe(0);
  expect(await waiting()).toHaveLength(left);
});

describe("a notice", () => {
  test("is tried again later, and to the game's new address", async () => {
    const broken = await serve((_request, answer) => answer.writeHead(500).end());
    const tool = await aStaffTool(broken);
    await tool.browser.call(logOut);
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
    const repaired = await listen();
    await portal.context.database
      .updateTable("games")
      .set({ backchannel_logout_url: repaired.url })
      .where("id", "=", tool.game.id)
      .execute();
    await portal.clock.travel(10);
    expect(await send()).toBe(1);
    expect(repaired.heard).toMatchObject([{ sid: tool.tokens.claims.sid }]);
    expect(await waiting()).toEqual([]);
  });

  test.each([
    ["hangs", () => serve(() => undefined)],
    ["redirects", () => serve((_request, answer) => answer.writeHead(307, { location: "/elsewhere" }).end())],
    ["is private", async () => "https://10.0.0.1/logged-out"],
    ["does not exist", async () => "https://tool.invalid/logged-out"],
  ])("to an address that %s harms no other game", async (_, address) => {
    const [bad, good] = [await aStaffTool(await address()), await aStaffTool()];
    await bad.browser.call(logOut);
    await good.browser.call(logOut);
    await sendLogoutNotices(portal.context, { fetchOutside: createOutsideFetch(portal.context.settings, { milliseconds: 300 }) });
    expect(good.heard).toHaveLength(1);
    expect(await waiting()).toMatchObject([{ client_id: String(bad.game.id), attempts: 1 }]);
  });
});
