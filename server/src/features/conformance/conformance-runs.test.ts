/** The rules of conformance runs themselves: who may, what the issuer answers, what is kept. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as contract from "@storyport/contract/conformance";
import type { ConformanceRun } from "@storyport/contract/conformance";
import { endpointUrl } from "@storyport/contract/endpoint";
import { accessTokenClaims, getUserinfo, issueTokens, listTokenRights, revokeToken } from "@storyport/contract/tokens";
import { decodeJwt } from "jose";
import { aBench, aBuilder, moveGame, startRun, verdictsOf } from "#test/conformance.ts";
import type { Bench } from "#test/conformance.ts";
import { aPkcePair } from "#test/oauth-client.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await aBench(4411);
});
afterAll(() => bench.portal.close());

const code = ({ body }: { body: unknown }): unknown => Reflect.get(Object(body), "code");
const callback = "https://game.example/callback";
/** What a browser sends after a press on our own page. */
const fromOurPage = { "sec-fetch-site": "same-origin" };

/** Begins a login at the issuer as a browser would, and returns the code with its verifier. */
async function aCode(run: ConformanceRun, more: Record<string, string> = {}): Promise<{ code: string; verifier: string }> {
  const { verifier, challenge } = aPkcePair();
  const query = { gameId: String(run.gameId), state: "a state", clientCode: challenge, callbackUrl: callback, ...more };
  const answer = await bench.portal.app.inject({ url: `/conformance/${run.runId}/game-login`, query, headers: fromOurPage });
  expect(answer.statusCode).toBe(302);
  return { code: new URL(String(answer.headers.location)).searchParams.get("code") ?? "", verifier };
}

function postToken(run: ConformanceRun, form: Record<string, string>) {
  return bench.portal.app.inject({
    method: "POST",
    url: `/conformance/${run.runId}${endpointUrl(issueTokens)}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ client_id: String(run.gameId), ...form }).toString(),
  });
}

const redemption = ({ code: given, verifier }: { code: string; verifier: string }) => ({
  grant_type: "authorization_code",
  code: given,
  code_verifier: verifier,
  redirect_uri: callback,
});

describe("the calls of a run", () => {
  test.each([
    ["READ", 403, "errors.notAllowed"],
    [undefined, 404, "errors.notFound"],
  ] as const)("a person with the level %s starts, plays, sets and shares nothing", async (level, status, refusal) => {
    const { runId } = await startRun(bench);
    const { browser } = await aBuilder(bench.portal, bench.game, level);
    const params = { runId };
    const answers = [
      await browser.call(contract.startConformanceRun, { params: { gameId: bench.game.id }, body: {} }),
      await browser.call(contract.playScene, { params, body: { scene: "PLAIN" } }),
      await browser.call(contract.chooseScene, { params, body: { scene: "BELL" } }),
      await browser.call(contract.shareConformanceRun, { params, body: {} }),
    ];
    expect(answers.map((answer) => [answer.status, code(answer)])).toEqual(answers.map(() => [status, refusal]));
    const looks = [
      await browser.call(contract.getConformanceRun, { params }),
      await browser.call(contract.listConformanceRuns, { params: { gameId: bench.game.id } }),
    ];
    expect(looks.map((answer) => answer.status)).toEqual(level === "READ" ? [200, 200] : [404, 404]);
  });

  test("a run that is over plays no scene and sets none, and its issuer redeems nothing (errors.conformanceRunEnded)", async () => {
    const run = await startRun(bench);
    const { database } = bench.portal.context;
    await database
      .updateTable("conformance_runs")
      .set({ created_at: sql<Date>`now() - interval '25 hours'` })
      .where("id", "=", run.runId)
      .execute();
    const params = { runId: run.runId };
    const played = await bench.builder.call(contract.playScene, { params, body: { scene: "PLAIN" } });
    const chosen = await bench.builder.call(contract.chooseScene, { params, body: { scene: "BELL" } });
    const token = await postToken(run, redemption({ code: "x", verifier: "y" }));
    expect([code(played), code(chosen), token.json<{ code: string }>().code]).toEqual(
      Array.from({ length: 3 }, () => "errors.conformanceRunEnded"),
    );
    expect((await bench.builder.call(contract.getConformanceRun, { params })).body).toMatchObject({ isOver: true });
  });

  test("a game without a start address is not called (errors.gameStartMissing)", async () => {
    const run = await startRun(bench);
    await bench.portal.context.database.deleteFrom("resource_links").where("game_id", "=", bench.game.id).execute();
    const answer = await bench.builder.call(contract.playScene, { params: { runId: run.runId }, body: { scene: "PLAIN" } });
    expect([answer.status, code(answer)]).toEqual([409, "errors.gameStartMissing"]);
  });

  test("the 32nd run of an hour has to wait (errors.tooManyAttempts)", async () => {
    const { browser } = await aBuilder(bench.portal, bench.game, "MODIFY");
    const start = () => browser.call(contract.startConformanceRun, { params: { gameId: bench.game.id }, body: {} });
    const answers = [];
    for (let turn = 0; turn < 32; turn += 1) answers.push(await start());
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(31);
    expect(code(answers.at(-1) ?? { body: {} })).toBe("errors.tooManyAttempts");
  });
});

describe("the test issuer", () => {
  beforeAll(() => moveGame(bench, { start: "https://game.example/", callback }));

  test("makes tokens of its own, which neither the portal nor another run takes", async () => {
    const run = await startRun(bench);
    const { access_token: token } = (await postToken(run, redemption(await aCode(run)))).json<{ access_token: string }>();
    const claims = accessTokenClaims.parse(decodeJwt(token));
    expect(claims).toMatchObject({ iss: run.issuer, aud: run.gameKey, rightsOmitted: ["players"] });
    const headers = { authorization: `Bearer ${token}` };
    const portal = await bench.portal.app.inject({ url: "/api/auth/token/rights?kind=players", headers });
    const other = await startRun(bench);
    const elsewhere = await bench.portal.app.inject({ url: `/conformance/${other.runId}/api/auth/token/rights?kind=players`, headers });
    const own = await bench.portal.app.inject({ url: `/conformance/${run.runId}/api/auth/token/rights?kind=players`, headers });
    expect([portal.statusCode, elsewhere.statusCode, own.statusCode]).toEqual([401, 401, 200]);
    const keys = await bench.portal.app.inject({ url: "/.well-known/jwks.json" });
    expect(keys.body).not.toContain("conformance");
  });

  test("of fifty concurrent redemptions of a code one succeeds", async () => {
    const run = await startRun(bench);
    const form = redemption(await aCode(run));
    const answers = await Promise.all(Array.from({ length: 50 }, () => postToken(run, form)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(verdictsOf(await read(run)).codeOnce).toBe("FAILED");
  });

  test("of fifty concurrent refreshes with a token one succeeds", async () => {
    const run = await startRun(bench);
    const first = (await postToken(run, redemption(await aCode(run)))).json<{ refresh_token: string }>();
    const form = { grant_type: "refresh_token", refresh_token: first.refresh_token };
    const answers = await Promise.all(Array.from({ length: 50 }, () => postToken(run, form)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test("never redirects to an address that is not registered", async () => {
    const run = await startRun(bench);
    const query = { gameId: String(run.gameId), state: "s", clientCode: "c".repeat(43), callbackUrl: "https://evil.example/callback" };
    const answer = await bench.portal.app.inject({ url: `/conformance/${run.runId}/game-login`, query, headers: fromOurPage });
    expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined]);
    expect(verdictsOf(await read(run)).callback).toBe("FAILED");
  });

  test("has each endpoint that its metadata names, and names no other of the portal's", async () => {
    const run = await startRun(bench);
    const documents = ["oauth-authorization-server", "openid-configuration"].map((name) => `${run.issuer}/.well-known/${name}`);
    const [metadata, copy] = await Promise.all(documents.map(async (url) => (await fetch(url)).json() as Promise<Record<string, unknown>>));
    expect(metadata).toEqual(copy);
    const endpoints = Object.entries(metadata ?? {}).filter(([name]) => name.endsWith("_endpoint"));
    expect(endpoints.map(([name]) => name)).toEqual(["authorization", "token", "userinfo", "revocation"].map((name) => `${name}_endpoint`));
    const statuses: Record<string, number> = {
      authorization_endpoint: 303,
      token_endpoint: 401,
      userinfo_endpoint: 401,
      revocation_endpoint: 401,
    };
    for (const [name, url] of endpoints) {
      const posted = await fetch(String(url), { method: "POST", body: new URLSearchParams({ state: "s" }), redirect: "manual" });
      expect([name, posted.status]).toEqual([name, statuses[name]]);
    }
    expect(metadata).toMatchObject({ issuer: run.issuer, grant_types_supported: ["authorization_code", "refresh_token"] });
    expect(Object.keys(metadata ?? {}).filter((name) => /logout|prompt/.test(name))).toEqual([]);
  });

  test("answers userinfo by GET and by POST", async () => {
    await setSubjects("public");
    const run = await startRun(bench);
    const { access_token: token } = (await postToken(run, redemption(await aCode(run, { scope: "openid" })))).json<{
      access_token: string;
    }>();
    await setSubjects(null);
    const ask = (method: "GET" | "POST") =>
      bench.portal.app.inject({
        method,
        url: `/conformance/${run.runId}${endpointUrl(getUserinfo)}`,
        headers: { authorization: `Bearer ${token}` },
      });
    const [got, posted] = [await ask("GET"), await ask("POST")];
    expect([got.statusCode, posted.statusCode, posted.json()]).toEqual([200, 200, got.json()]);
  });

  test.each([
    ["client", { client_id: "4444" }],
    ["callback", { redirect_uri: "https://game.example/other" }],
    ["verifier", { code_verifier: "v".repeat(43) }],
  ])("a wrong %s does not use the code up, as at the portal", async (_, wrong) => {
    const run = await startRun(bench);
    const form = redemption(await aCode(run));
    expect((await postToken(run, { ...form, ...wrong })).statusCode).toBe(400);
    expect((await postToken(run, form)).statusCode).toBe(200);
    expect(verdictsOf(await read(run)).codeOnce).toBe("NOT_CHECKED");
    expect((await postToken(run, { ...form, ...wrong })).statusCode).toBe(400);
    expect(verdictsOf(await read(run)).codeOnce).toBe("FAILED");
  });

  test("takes the standard names of a stock OAuth library", async () => {
    const run = await startRun(bench);
    const { verifier, challenge } = aPkcePair();
    const begin = async (method: string) => {
      const query = { client_id: String(run.gameId), state: "s", redirect_uri: callback, code_challenge: challenge };
      const url = `/conformance/${run.runId}/game-login`;
      const answer = await bench.portal.app.inject({ url, query: { ...query, code_challenge_method: method }, headers: fromOurPage });
      return new URL(String(answer.headers.location)).searchParams.get("code") ?? "";
    };
    const answer = await postToken(run, redemption({ code: await begin("S256"), verifier }));
    expect([answer.statusCode, verdictsOf(await read(run)).pkce]).toEqual([200, "PASSED"]);
    await begin("plain");
    expect(verdictsOf(await read(run)).pkce).toBe("FAILED");
  });

  test("notes a logout only for a token that it gave, and for a former one too", async () => {
    const run = await startRun(bench);
    await bench.builder.call(contract.chooseScene, { params: { runId: run.runId }, body: { scene: "LOGOUT" } });
    const tokens = (await postToken(run, redemption(await aCode(run)))).json<{ access_token: string; refresh_token: string }>();
    const from = `/conformance/${run.runId}`;
    const giveBack = (token: string) =>
      bench.portal.app.inject({ method: "POST", url: from + endpointUrl(revokeToken), payload: { client_id: String(run.gameId), token } });
    const rights = () =>
      bench.portal.app.inject({
        url: from + endpointUrl(listTokenRights),
        query: { kind: "players" },
        headers: { authorization: `Bearer ${tokens.access_token}` },
      });
    expect((await rights()).statusCode).toBe(200);
    const [loginId] = tokens.refresh_token.split(".");
    for (const token of [`${loginId}.x`, `${loginId}`]) expect((await giveBack(token)).statusCode).toBe(200);
    // The next login begins, so the person has left the first.
    await aCode(run);
    expect([(await rights()).statusCode, verdictsOf(await read(run)).logout]).toEqual([200, "FAILED"]);
    await postToken(run, { grant_type: "refresh_token", refresh_token: tokens.refresh_token });
    expect((await giveBack(tokens.refresh_token)).statusCode).toBe(200);
    expect([(await rights()).statusCode, verdictsOf(await read(run)).logout]).toEqual([401, "PASSED"]);
  });

  test("demands no rights of a tool for staff that reads none, and demands them of a game", async () => {
    await setSubjects("public");
    const tool = await startRun(bench);
    await postToken(tool, redemption(await aCode(tool, { scope: "openid profile" })));
    await setSubjects(null);
    const game = await startRun(bench);
    await postToken(game, redemption(await aCode(game, { scope: "openid profile" })));
    expect([verdictsOf(await read(tool)).manyRights, verdictsOf(await read(game)).manyRights]).toEqual(["NOT_CHECKED", "FAILED"]);
  });

  test("keeps no code, state, verifier or token", async () => {
    const run = await startRun(bench);
    const state = "a-state-of-twenty-letters";
    const given = await aCode(run, { state });
    const tokens = (await postToken(run, redemption(given))).json<Record<string, string>>();
    await postToken(run, { grant_type: "refresh_token", refresh_token: tokens["refresh_token"] ?? "" });
    const kept = JSON.stringify(await bench.portal.context.database.selectFrom("conformance_observations").selectAll().execute());
    const secrets = [state, given.code, given.verifier, tokens["access_token"] ?? "", tokens["refresh_token"] ?? ""];
    expect(secrets.filter((secret) => secret.length < 20 || kept.includes(secret))).toEqual([]);
  });

  test("answers hostile text without an error of its own", async () => {
    const run = await startRun(bench);
    const texts = ["\u0000", "\ud800", "x".repeat(3000), "%", "{}"];
    for (const text of texts) {
      const login = await bench.portal.app.inject({
        url: `/conformance/${run.runId}/game-login`,
        query: { callbackUrl: text, state: text },
        headers: fromOurPage,
      });
      const token = await postToken(run, { grant_type: "refresh_token", refresh_token: text });
      const more = await postToken(run, { grant_type: "authorization_code", code: text, code_verifier: text });
      expect([login.statusCode, token.statusCode, more.statusCode].every((status) => status === 400)).toBe(true);
    }
    expect((await bench.portal.app.inject({ url: "/conformance/no-run/game-login" })).statusCode).toBe(404);
  });

  /** An OpenID client has a kind of subjects. */
  const setSubjects = (subject_type: "public" | null) =>
    bench.portal.context.database.updateTable("games").set({ subject_type }).where("id", "=", bench.game.id).execute();

  async function read({ runId }: ConformanceRun): Promise<ConformanceRun> {
    return contract.conformanceRun.parse((await bench.builder.call(contract.getConformanceRun, { params: { runId } })).body);
  }
});

describe("the report", () => {
  test("has the verdicts with the game and the start, and nothing else, at an address that a new address ends", async () => {
    const run = await startRun(bench);
    const share = async () => {
      const { body } = await bench.builder.call(contract.shareConformanceRun, { params: { runId: run.runId }, body: {} });
      return contract.shareConformanceRun.response.parse(body).address.split("/").at(-1) ?? "";
    };
    const read = (report: string) => bench.portal.browser().call(contract.readConformanceReport, { body: { report } });
    const first = await share();
    const answer = await read(first);
    expect(Object.keys(Object(answer.body)).toSorted()).toEqual(["checks", "gameKey", "startedAt"]);
    const second = await share();
    expect([(await read(first)).status, (await read(second)).status, code(await read(first))]).toEqual([404, 200, "errors.notFound"]);
  });
});
