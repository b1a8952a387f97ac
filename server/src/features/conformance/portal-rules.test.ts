/** The issuer of a conformance run takes what the portal takes. A game that passes here works at the portal. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { getConformanceRun } from "@storyport/contract/conformance";
import type { ConformanceRun } from "@storyport/contract/conformance";
import { endpointUrl } from "@storyport/contract/endpoint";
import { issueTokens, listTokenRights, revokeToken } from "@storyport/contract/tokens";
import { aBench, moveGame, startRun, verdictsOf } from "#test/conformance.ts";
import type { Bench } from "#test/conformance.ts";
import { aPkcePair } from "#test/oauth-client.ts";

let bench: Bench;
const callback = "https://game.example/callback";
beforeAll(async () => {
  bench = await aBench(4418);
  await moveGame(bench, { start: "https://game.example/", callback });
});
beforeEach(() => setLegacy(false));
afterAll(() => bench.portal.close());

async function setLegacy(isLegacy: boolean): Promise<void> {
  const { database } = bench.portal.context;
  await database.updateTable("games").set({ legacy_client_code: isLegacy }).where("id", "=", bench.game.id).execute();
}

/** Begins a login with this clientCode, and returns the form that redeems its code. */
async function aRedemption(run: ConformanceRun, clientCode: string): Promise<Record<string, string>> {
  const query = { gameId: String(run.gameId), state: "s", clientCode, callbackUrl: callback };
  const url = `/conformance/${run.runId}/game-login`;
  const { headers } = await bench.portal.app.inject({ url, query, headers: { "sec-fetch-site": "same-origin" } });
  const code = new URL(String(headers.location)).searchParams.get("code") ?? "";
  return { grant_type: "authorization_code", client_id: String(run.gameId), code, redirect_uri: callback };
}

const post = (run: ConformanceRun, endpoint: typeof issueTokens | typeof revokeToken, form: Record<string, string>) =>
  bench.portal.app.inject({ method: "POST", url: `/conformance/${run.runId}${endpointUrl(endpoint)}`, payload: form });

async function tokensOf(run: ConformanceRun): Promise<{ access_token: string; refresh_token: string }> {
  const { verifier, challenge } = aPkcePair();
  return (await post(run, issueTokens, { ...(await aRedemption(run, challenge)), code_verifier: verifier })).json();
}

const askRights = (run: ConformanceRun, token: string, query: Record<string, string>) =>
  bench.portal.app.inject({
    url: `/conformance/${run.runId}${endpointUrl(listTokenRights)}`,
    query,
    headers: { authorization: `Bearer ${token}` },
  });

async function verdicts({ runId }: ConformanceRun) {
  return verdictsOf(getConformanceRun.response.parse((await bench.builder.call(getConformanceRun, { params: { runId } })).body));
}

test("a game with a legacy clientCode repeats it as its verifier, and otherwise gets no tokens", async () => {
  await setLegacy(true);
  const run = await startRun(bench);
  const { verifier, challenge } = aPkcePair();
  const redemption = await aRedemption(run, challenge);
  for (const wrong of [{}, { code_verifier: verifier }]) {
    expect((await post(run, issueTokens, { ...redemption, ...wrong })).statusCode).toBe(400);
  }
  expect((await post(run, issueTokens, { ...redemption, code_verifier: challenge })).statusCode).toBe(200);
});

test("a game without a legacy clientCode gets no tokens for it", async () => {
  const run = await startRun(bench);
  const { challenge } = aPkcePair();
  expect((await post(run, issueTokens, { ...(await aRedemption(run, challenge)), code_verifier: challenge })).statusCode).toBe(400);
});

const invalidClient = [401, "invalid_client"];
const notTheGame = [
  ["no number", {}, invalidClient],
  ["an empty number", { client_id: "" }, invalidClient],
  ["a malformed number", { client_id: "01" }, invalidClient],
  ["a secret beside its number", { client_secret: "any" }, invalidClient],
  ["another number", { client_id: "4444" }, [400, "invalid_grant"]],
] as const;
const answerOf = ({ statusCode, body }: { statusCode: number; body: string }) => [
  statusCode,
  (JSON.parse(body) as { error: string }).error,
];
/** The client of a call: the game's own number, if the wrong one only adds a secret. */
const clientOf = (run: ConformanceRun, client: Record<string, string>) =>
  "client_secret" in client ? { client_id: String(run.gameId), ...client } : client;

test.each(notTheGame)("a code from a client that sends %s is refused, and is not used up", async (_, client, answer) => {
  const run = await startRun(bench);
  const { verifier, challenge } = aPkcePair();
  const { client_id: own = "", ...redemption } = { ...(await aRedemption(run, challenge)), code_verifier: verifier };
  expect(answerOf(await post(run, issueTokens, { ...redemption, ...clientOf(run, client) }))).toEqual(answer);
  expect((await post(run, issueTokens, { ...redemption, client_id: own })).statusCode).toBe(200);
});

test("a client without a number is refused before its kind of grant", async () => {
  const run = await startRun(bench);
  expect(answerOf(await post(run, issueTokens, { grant_type: "password" }))).toEqual(invalidClient);
  expect(answerOf(await post(run, issueTokens, { grant_type: "password", client_id: "1" }))).toEqual([400, "unsupported_grant_type"]);
});

test.each(notTheGame)("a refresh by a client that sends %s is refused, and uses nothing up", async (_, client, answer) => {
  const run = await startRun(bench);
  const { refresh_token: token } = await tokensOf(run);
  const refresh = (by: Record<string, string>) => post(run, issueTokens, { grant_type: "refresh_token", refresh_token: token, ...by });
  expect(answerOf(await refresh(clientOf(run, client)))).toEqual(answer);
  expect((await refresh({ client_id: String(run.gameId) })).statusCode).toBe(200);
  expect((await verdicts(run)).refresh).toBe("NOT_CHECKED");
});

test("a logout without the game's number, or with another number, ends no login, and is not noted as its logout", async () => {
  const run = await startRun(bench);
  const { access_token: access, refresh_token: token } = await tokensOf(run);
  expect(answerOf(await post(run, revokeToken, { token }))).toEqual(invalidClient);
  expect((await post(run, revokeToken, { token, client_id: "4444" })).statusCode).toBe(200);
  expect([(await askRights(run, access, { kind: "players" })).statusCode, (await verdicts(run)).logout]).toEqual([200, "NOT_CHECKED"]);
});

test.each([{}, { kind: "player" }, { kind: "players", page: "2" }, { kind: "players", after: "" }])(
  "rights are refused for the query %j (errors.invalidInput), which a game of any origin can read",
  async (query) => {
    const run = await startRun(bench);
    const { statusCode, headers, body } = await askRights(run, (await tokensOf(run)).access_token, query);
    expect([statusCode, headers["access-control-allow-origin"]]).toEqual([400, "*"]);
    expect(JSON.parse(body)).toMatchObject({ code: "errors.invalidInput" });
  },
);

test("an access token that has expired meanwhile is refused", async () => {
  const run = await startRun(bench);
  const { access_token: token } = await tokensOf(run);
  expect((await askRights(run, token, { kind: "players" })).statusCode).toBe(200);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3600_000 });
  try {
    const answer = await askRights(run, token, { kind: "players" });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, "errors.accessTokenInvalid"]);
  } finally {
    vi.useRealTimers();
  }
});

test("a second page that was refused is no page that the game has read", async () => {
  const run = await startRun(bench);
  const { access_token: access } = await tokensOf(run);
  const { next } = (await askRights(run, access, { kind: "players" })).json<{ next: string }>();
  await askRights(run, access, { kind: "players", after: next, page: "2" });
  expect((await verdicts(run)).manyRights).toBe("FAILED");
  await askRights(run, access, { kind: "players", after: next });
  expect((await verdicts(run)).manyRights).toBe("PASSED");
});
