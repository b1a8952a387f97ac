/** What a builder might do with a run against others: lead them away from the portal, or keep it busy. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as contract from "@storyport/contract/conformance";
import { endpointUrl } from "@storyport/contract/endpoint";
import { issueTokens, listTokenRights, revokeToken } from "@storyport/contract/tokens";
import { aBench, aServer, moveGame, startRun } from "#test/conformance.ts";
import type { Bench } from "#test/conformance.ts";
import { aPkcePair } from "#test/oauth-client.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await aBench(4413);
});
afterAll(() => bench.portal.close());

const code = ({ body }: { body: unknown }): unknown => Reflect.get(Object(body), "code");
const callback = "https://game.example/callback";

describe("a run", () => {
  test("of fifty concurrent scenes of an account one is played (errors.scenePlaying)", async () => {
    const run = await startRun(bench);
    let arrived: () => void = () => undefined;
    const hasArrived = new Promise<void>((resolve) => (arrived = resolve));
    const waiting: (() => void)[] = [];
    let isHanging = true;
    const start = await aServer((_request, response) => {
      const answer = () => response.writeHead(404).end();
      if (isHanging) waiting.push(answer);
      else answer();
      arrived();
    });
    await moveGame(bench, { start, callback });
    const one = () => bench.builder.call(contract.playScene, { params: { runId: run.runId }, body: { scene: "PLAIN" } });
    const all = Array.from({ length: 50 }, one);
    await hasArrived;
    const refused = await Promise.all(Array.from({ length: 3 }, one));
    expect(refused.map((answer) => [answer.status, code(answer)])).toEqual(refused.map(() => [409, "errors.scenePlaying"]));
    // Forty-nine answers prove that the other call alone has reached the game.
    const late: typeof all = [];
    await new Promise<void>((resolve) => {
      for (const call of all) void call.then((answer) => answer.status === 409 && late.push(call) === 49 && resolve());
    });
    expect(waiting).toHaveLength(1);
    isHanging = false;
    for (const answer of waiting) answer();
    expect((await Promise.all(all)).filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await one()).status).toBe(200);
  });

  test("leads a visitor from elsewhere to a page of ours, and makes no code", async () => {
    const run = await startRun(bench);
    const { challenge } = aPkcePair();
    const query = { gameId: String(run.gameId), state: "s", clientCode: challenge, callbackUrl: callback };
    for (const headers of [{}, { "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "none" }, { referer: "https://evil.example/" }]) {
      const answer = await bench.portal.app.inject({ url: `/conformance/${run.runId}/game-login`, query, headers });
      const location = new URL(String(answer.headers.location), "http://portal.example");
      expect([answer.statusCode, location.host, location.pathname]).toEqual([302, "portal.example", "/conformance-login"]);
      expect(Object.fromEntries(location.searchParams)).toEqual({ ...query, runId: run.runId });
    }
    const { body } = await bench.builder.call(contract.getConformanceRun, { params: { runId: run.runId } });
    expect(contract.conformanceRun.parse(body).observations).toEqual([]);
  });

  test("takes odd input or refuses it, and is never broken by it", async () => {
    const run = await startRun(bench);
    await moveGame(bench, { start: "https://game.example/", callback });
    const from = `/conformance/${run.runId}`;
    const { app } = bench.portal;
    const logIn = (clientCode: string, more: [string, string][] = []) =>
      app.inject({
        url: `${from}/game-login?${new URLSearchParams([...more, ["gameId", String(run.gameId)], ["clientCode", clientCode], ["callbackUrl", callback]])}`,
        headers: { "sec-fetch-site": "same-origin" },
      });
    const post = (endpoint: typeof issueTokens | typeof revokeToken, payload: object) =>
      app.inject({ method: "POST", url: from + endpointUrl(endpoint), payload });
    const rights = (kind: string) => app.inject({ url: from + endpointUrl(listTokenRights), query: { kind } });
    const answers = [
      await logIn("a\u0000b"),
      await logIn(aPkcePair().challenge, [
        ["ui", `${"a".repeat(299)}\u{1f600}`],
        ["__proto__", "x"],
        [`${"b".repeat(59)}\u{1f600}`, "x"],
      ]),
      await rights("a\u0000b"),
      await rights(`${"a".repeat(39)}\u{1f600}`),
      await post(issueTokens, { grant_type: "refresh_token", client_id: "1", refresh_token: `${"-".repeat(36)}.x` }),
      await post(revokeToken, { token: { toString: 1, valueOf: 1 } }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 302, 401, 401, 400, 400]);
    expect((await bench.builder.call(contract.getConformanceRun, { params: { runId: run.runId } })).status).toBe(200);
  });
});
