/** A person who reads a run sees the answer that the game got, and no other. */
import { afterAll, beforeAll, expect, test } from "vitest";
import * as contract from "@storyport/contract/conformance";
import { aBench, moveGame, startRun } from "#test/conformance.ts";
import type { Bench } from "#test/conformance.ts";
import { aPkcePair } from "#test/oauth-client.ts";
import { shown } from "./observed.ts";

const callback = "https://game.example/callback";
let bench: Bench;
beforeAll(async () => {
  bench = await aBench(4416);
  await moveGame(bench, { start: "https://game.example/", callback });
});
afterAll(() => bench.portal.close());

test.each([
  ["PLAIN", "code"],
  ["DENIED", "error"],
  ["WRONG_STATE", "code"],
  ["WRONG_ISSUER", "code"],
] as const)("the answer that the game gets in the scene %s is shown", async (scene, member) => {
  const { runId, gameId } = await startRun(bench);
  await bench.builder.call(contract.chooseScene, { params: { runId }, body: { scene } });
  const query = { gameId: String(gameId), state: "a state of the game", clientCode: aPkcePair().challenge, callbackUrl: callback };
  // What a browser sends after a press on our own page.
  const headers = { "sec-fetch-site": "same-origin" };
  const answer = await bench.portal.app.inject({ url: `/conformance/${runId}/game-login`, query, headers });
  const got = Object.fromEntries(new URL(String(answer.headers.location)).searchParams);
  expect(Object.keys(got)).toContain(member);
  const { body } = await bench.builder.call(contract.getConformanceRun, { params: { runId } });
  const [seen] = contract.conformanceRun.parse(body).observations;
  expect([seen?.kind, seen?.response]).toEqual(["AUTHORIZE", shown(got)]);
});
