/** The issuer of a conformance run gives a token no more than the portal would give for the same request. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ConformanceRun } from "@storyport/contract/conformance";
import { endpointUrl } from "@storyport/contract/endpoint";
import { accessTokenClaims, getUserinfo, issueTokens, listTokenRights, narrowScope } from "@storyport/contract/tokens";
import { decodeJwt } from "jose";
import { aBench, moveGame, startRun } from "#test/conformance.ts";
import type { Bench } from "#test/conformance.ts";
import { aPkcePair } from "#test/oauth-client.ts";

let bench: Bench;
const callback = "https://game.example/callback";
beforeAll(async () => {
  bench = await aBench(4415);
  await moveGame(bench, { start: "https://game.example/", callback });
});
afterAll(() => bench.portal.close());

const setGame = (values: { max_scope: "PLAYERGROUP" | "PLAYER" } | { subject_type: "public" | null }) =>
  bench.portal.context.database.updateTable("games").set(values).where("id", "=", bench.game.id).execute();

/** Sends the login as a browser does after a press on our own page. */
function logIn(run: ConformanceRun, more: Record<string, string>) {
  const query = { gameId: String(run.gameId), state: "s", callbackUrl: callback, ...more };
  return bench.portal.app.inject({ url: `/conformance/${run.runId}/game-login`, query, headers: { "sec-fetch-site": "same-origin" } });
}

/** Logs in with this scope, or without one, and returns the access token. */
async function tokenOf(run: ConformanceRun, scope?: string): Promise<string> {
  const { verifier, challenge } = aPkcePair();
  const { headers } = await logIn(run, { clientCode: challenge, ...(scope !== undefined && { scope }) });
  const code = new URL(String(headers.location)).searchParams.get("code") ?? "";
  const proof = { client_id: String(run.gameId), code, code_verifier: verifier, redirect_uri: callback };
  const payload = { grant_type: "authorization_code", ...proof };
  const answer = await bench.portal.app.inject({ method: "POST", url: `/conformance/${run.runId}${endpointUrl(issueTokens)}`, payload });
  return answer.json<{ access_token: string }>().access_token;
}

const ask = (
  run: ConformanceRun,
  endpoint: typeof listTokenRights | typeof getUserinfo,
  { token, kind }: { token: string; kind?: string },
) =>
  bench.portal.app.inject({
    url: `/conformance/${run.runId}${endpointUrl(endpoint)}`,
    query: kind === undefined ? {} : { kind },
    headers: { authorization: `Bearer ${token}` },
  });
const narrow = (run: ConformanceRun, token: string, scope: string) =>
  bench.portal.app.inject({
    method: "POST",
    url: `/conformance/${run.runId}${endpointUrl(narrowScope)}`,
    payload: { accessToken: token, scope },
  });
const scopeIn = (token: string) => accessTokenClaims.parse(decodeJwt(token)).scope;
const notHeld = { error: "invalid_scope", code: "errors.scopeNotHeld" };

describe("the issuer of a run gives no wider scope than the portal", () => {
  test("at the login (errors.gameScopeTooWide), and without a wish", async () => {
    const run = await startRun(bench);
    const wide = await logIn(run, { clientCode: aPkcePair().challenge, scope: "USERGROUP" });
    expect([wide.statusCode, wide.json<{ code: string }>().code]).toEqual([403, "errors.gameScopeTooWide"]);
    await setGame({ max_scope: "PLAYER" });
    const given = await tokenOf(run);
    await setGame({ max_scope: "PLAYERGROUP" });
    expect([scopeIn(given), scopeIn(await tokenOf(run))]).toEqual(["PLAYER", "PLAYERGROUP"]);
  });

  test("when a token is narrowed (errors.scopeNotHeld)", async () => {
    const run = await startRun(bench);
    const token = await tokenOf(run, "PLAYERGROUP");
    const narrowed = (await narrow(run, token, "PLAYER")).json<{ accessToken: string }>().accessToken;
    expect(scopeIn(narrowed)).toBe("PLAYER");
    for (const answer of [await narrow(run, token, "USERGROUP"), await narrow(run, narrowed, "PLAYERGROUP")]) {
      expect([answer.statusCode, answer.headers["access-control-allow-origin"]]).toEqual([403, "*"]);
      expect(answer.json()).toMatchObject(notHeld);
    }
  });

  test("after the widest scope of the game was lowered (errors.scopeNotHeld)", async () => {
    const run = await startRun(bench);
    const token = await tokenOf(run, "PLAYERGROUP");
    const demands = () => Promise.all([ask(run, listTokenRights, { token, kind: "playerGroups" }), narrow(run, token, "PLAYERGROUP")]);
    expect((await demands()).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await setGame({ max_scope: "PLAYER" });
    const answers = await demands();
    await setGame({ max_scope: "PLAYERGROUP" });
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403]);
  });

  test("in the rights and in userinfo (errors.scopeInsufficient)", async () => {
    await setGame({ subject_type: "public" });
    const run = await startRun(bench);
    const token = await tokenOf(run, "PLAYERGROUP openid");
    const narrowed = (await narrow(run, token, "PLAYER")).json<{ accessToken: string }>().accessToken;
    await setGame({ subject_type: null });
    const groups = [
      await ask(run, listTokenRights, { token, kind: "userGroups" }),
      await ask(run, listTokenRights, { token: narrowed, kind: "playerGroups" }),
    ];
    for (const answer of [...groups, await ask(run, getUserinfo, { token: narrowed })]) {
      expect([answer.statusCode, answer.headers["www-authenticate"]]).toEqual([403, expect.stringContaining("insufficient_scope")]);
      expect(answer.json()).toMatchObject({ error: "insufficient_scope", code: "errors.scopeInsufficient" });
    }
    const held = [
      await ask(run, listTokenRights, { token, kind: "playerGroups" }),
      await ask(run, listTokenRights, { token: narrowed, kind: "players" }),
      await ask(run, getUserinfo, { token }),
    ];
    expect(held.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  });
});
