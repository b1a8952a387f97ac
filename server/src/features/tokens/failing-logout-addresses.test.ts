/** Games whose logout address fails, hangs or is private harm nobody else (OpenID Connect Back-Channel Logout). */
import { randomUUID } from "node:crypto";
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
    expect(await send()).toBeLessThan(20);
    expect(good.heard).toMatchObject([{ sid: good.tokens.claims.sid }]);
    expect(await waiting()).toHaveLength(count);
    expect(await send()).toBe(0);
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
    await sendLogoutNotices(portal.context, createOutsideFetch(portal.context.settings, { milliseconds: 300 }));
    expect(good.heard).toHaveLength(1);
    expect(await waiting()).toMatchObject([{ client_id: String(bad.game.id), attempts: 1 }]);
  });
});
