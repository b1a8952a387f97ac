/** A walk: the portal's own page plays the game, so a builder sees each request and answer of a right login. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as contract from "@storyport/contract/conformance";
import type { Walk } from "@storyport/contract/conformance";
import { endpointUrl } from "@storyport/contract/endpoint";
import { getUserinfo, issueTokens, listTokenRights, revokeToken } from "@storyport/contract/tokens";
import { decodeJwt } from "jose";
import { aBench, aBuilder, moveGame, startRun } from "#test/conformance.ts";
import type { Bench } from "#test/conformance.ts";
import type { Browser } from "#test/browser.ts";
import { aPkcePair } from "#test/oauth-client.ts";
import { digestOf } from "#/platform/secrets.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await aBench(4412);
  await bench.portal.context.database.updateTable("games").set({ subject_type: "public" }).where("id", "=", bench.game.id).execute();
});
afterAll(() => bench.portal.close());

const code = ({ body }: { body: unknown }): unknown => Reflect.get(Object(body), "code");
const { verifier, challenge } = aPkcePair();

async function startWalk(builder: Browser): Promise<Walk> {
  const { status, body } = await builder.call(contract.startWalk, { params: { gameId: bench.game.id }, body: {} });
  expect(status).toBe(201);
  return contract.startWalk.response.parse(body);
}

/** Sends the login as the page does, and returns what the callback got. */
async function logIn({ runId }: Pick<Walk, "runId">, callbackUrl: string) {
  const query = { gameId: String(bench.game.id), state: "s", clientCode: challenge, callbackUrl, scope: "PLAYERGROUP openid", nonce: "n" };
  const headers = { "sec-fetch-site": "same-origin" };
  const answer = await bench.portal.app.inject({ url: `/conformance/${runId}/game-login`, query, headers });
  return { status: answer.statusCode, to: answer.headers.location === undefined ? undefined : new URL(answer.headers.location) };
}

function post({ runId }: Pick<Walk, "runId">, endpoint: typeof issueTokens | typeof revokeToken, form: Record<string, string>) {
  return bench.portal.app.inject({
    method: "POST",
    url: `/conformance/${runId}${endpointUrl(endpoint)}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ client_id: String(bench.game.id), ...form }).toString(),
  });
}

async function redeem(walk: Walk) {
  const { to } = await logIn(walk, walk.callbackUrl);
  const form = { grant_type: "authorization_code", code: to?.searchParams.get("code") ?? "", redirect_uri: walk.callbackUrl };
  return (await post(walk, issueTokens, { ...form, code_verifier: verifier })).json<Record<string, string>>();
}

const refresh = (walk: Walk, token = "") => post(walk, issueTokens, { grant_type: "refresh_token", refresh_token: token });

function get({ runId }: Walk, endpoint: typeof getUserinfo | typeof listTokenRights, token = "") {
  const query = endpoint === listTokenRights ? { kind: "players" } : {};
  const headers = { authorization: `Bearer ${token}` };
  return bench.portal.app.inject({ url: `/conformance/${runId}${endpointUrl(endpoint)}`, query, headers });
}

describe("a walk", () => {
  test("leads from the login to the portal's own page, and to tokens that name no person", async () => {
    const walk = await startWalk(bench.builder);
    const { to } = await logIn(walk, walk.callbackUrl);
    expect([`${to?.origin}${to?.pathname}`, to?.searchParams.get("state"), to?.searchParams.get("iss")]).toEqual([
      walk.callbackUrl,
      "s",
      walk.issuer,
    ]);
    const tokens = await redeem(walk);
    const claims = decodeJwt(tokens["id_token"] ?? "");
    expect(claims).toMatchObject({ iss: walk.issuer, aud: String(bench.game.id), nonce: "n" });
    expect((await get(walk, getUserinfo, tokens["access_token"])).json()).toEqual({ sub: claims.sub });
  });

  test("of a game with a legacy clientCode uses PKCE too", async () => {
    const setLegacy = (legacy_client_code: boolean) =>
      bench.portal.context.database.updateTable("games").set({ legacy_client_code }).where("id", "=", bench.game.id).execute();
    await setLegacy(true);
    try {
      expect(await redeem(await startWalk(bench.builder))).toHaveProperty("access_token");
    } finally {
      await setLegacy(false);
    }
  });

  test("ends its login when a former refresh token comes back (RFC 9700, 4.14.2)", async () => {
    const walk = await startWalk(bench.builder);
    const first = await redeem(walk);
    const second = (await refresh(walk, first["refresh_token"])).json<Record<string, string>>();
    expect((await get(walk, listTokenRights, second["access_token"])).statusCode).toBe(200);
    const replayed = await refresh(walk, first["refresh_token"]);
    const newest = await refresh(walk, second["refresh_token"]);
    const rights = await get(walk, listTokenRights, second["access_token"]);
    expect([replayed.json<{ error: string }>().error, newest.statusCode, rights.statusCode]).toEqual(["invalid_grant", 400, 401]);
  });

  test("ends its login when the refresh token is given back (RFC 7009)", async () => {
    const walk = await startWalk(bench.builder);
    const { refresh_token: token = "", access_token: access } = await redeem(walk);
    expect((await post(walk, revokeToken, { token: `${token.split(".")[0]}.x` })).statusCode).toBe(200);
    expect((await get(walk, getUserinfo, access)).statusCode).toBe(200);
    expect((await post(walk, revokeToken, { token })).statusCode).toBe(200);
    expect([(await get(walk, getUserinfo, access)).statusCode, (await refresh(walk, token)).statusCode]).toEqual([401, 400]);
  });

  test("takes the portal's callback alone, and no other run takes that", async () => {
    const callback = "https://game.example/callback";
    await moveGame(bench, { start: "https://game.example/", callback });
    const walk = await startWalk(bench.builder);
    const run = await startRun(bench);
    const answers = [await logIn(walk, callback), await logIn(run, walk.callbackUrl), await logIn(run, callback)];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 302]);
  });

  test("is one for an account: of twenty concurrent starts one alone is open, until it ends", async () => {
    const walks = await Promise.all(Array.from({ length: 20 }, () => startWalk(bench.builder)));
    const { browser: colleague } = await aBuilder(bench.portal, bench.game, "MODIFY");
    const other = await startWalk(colleague);
    const open = async () => (await Promise.all(walks.map((walk) => logIn(walk, walk.callbackUrl)))).filter(({ status }) => status === 302);
    expect(await open()).toHaveLength(1);
    expect((await bench.builder.call(contract.endWalk, { body: {} })).status).toBe(200);
    expect(await open()).toHaveLength(0);
    expect((await logIn(other, other.callbackUrl)).status).toBe(302);
  });

  test("is kept under a keyed digest of the account, which no plain digest of its id gives", async () => {
    const { account, browser } = await aBuilder(bench.portal, bench.game, "MODIFY");
    const { runId } = await startWalk(browser);
    const kept = bench.portal.context.database.selectFrom("conformance_turns").selectAll().where("walk_id", "=", runId);
    const { holder } = await kept.executeTakeFirstOrThrow();
    expect(holder).toHaveLength(32);
    expect(holder.equals(digestOf(`conformance-turn:${account.id}`))).toBe(false);
  });

  test("is no run: nobody reads, plays or lists it", async () => {
    const { runId } = await startWalk(bench.builder);
    const read = await bench.builder.call(contract.getConformanceRun, { params: { runId } });
    const play = await bench.builder.call(contract.playScene, { params: { runId }, body: { scene: "PLAIN" } });
    expect([code(read), code(play)]).toEqual(["errors.notFound", "errors.notFound"]);
    const { body } = await bench.builder.call(contract.listConformanceRuns, { params: { gameId: bench.game.id } });
    expect(JSON.stringify(body)).not.toContain(runId);
  });

  test.each([
    ["READ", "errors.notAllowed"],
    [undefined, "errors.notFound"],
  ] as const)("is refused to the level %s with %s", async (level, refusal) => {
    const { browser } = await aBuilder(bench.portal, bench.game, level);
    expect(code(await browser.call(contract.startWalk, { params: { gameId: bench.game.id }, body: {} }))).toBe(refusal);
  });

  test("counts with the runs of an hour (errors.tooManyAttempts)", async () => {
    const { browser } = await aBuilder(bench.portal, bench.game, "MODIFY");
    const start = () => browser.call(contract.startWalk, { params: { gameId: bench.game.id }, body: {} });
    const answers = [await browser.call(contract.startConformanceRun, { params: { gameId: bench.game.id }, body: {} })];
    while (answers.length < 32) answers.push(await start());
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(31);
    expect(code(answers.at(-1) ?? { body: {} })).toBe("errors.tooManyAttempts");
  });
});
