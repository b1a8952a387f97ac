/** The first half of a login at the test issuer: the request is judged, and a code is made. */
import { isStorable } from "@storyport/contract/text-rules";
import type { Scene } from "@storyport/contract/conformance";
import { codeChallenge } from "@storyport/contract/tokens";
import { readGameRequest, readScope } from "@storyport/contract/game-request";
import { matchCallback } from "#/features/game-login/match-callback.ts";
import { scopeOfRequest } from "#/features/tokens/rights.ts";
import type { Database } from "#/platform/database/connect.ts";
import { digestOf, newSecret } from "#/platform/secrets.ts";
import type { TestIssuer } from "./test-issuer.ts";
import { shown, storable } from "./observed.ts";
import type { Facts } from "./observed.ts";
import { insertLogin, insertObservation, setRotated } from "./queries.ts";

export interface BegunLogin {
  loginId: string;
  /** The callback with the answer in it, as the scene wants it. */
  callback: string;
}

/** Why the portal would not answer the request. Too many logins of a run are errors.invalidInput. */
export interface RefusedLogin {
  refused: "errors.callbackUrlNotRegistered" | "errors.invalidInput" | "errors.gameScopeTooWide";
}

/**
 * Notes the request of a game to log a person in. Returns `refused` as the portal would refuse: a callback that is not registered, another
 * game's number, no possible challenge, or a scope wider than the game's. A login beyond those that a run may have is refused too. Each
 * request becomes an observation until the run is full, with the answer that the callback gets in the scene. `driveGame` also observes how
 * the callback takes it; a person's browser is not observed.
 */
export async function beginLogin(
  database: Database,
  server: TestIssuer,
  { query, scene }: BeginningLogin,
): Promise<BegunLogin | RefusedLogin> {
  const { run, game } = server;
  // Read as at the portal, where of repeated names the first counts.
  const asked = readGameRequest(Object.fromEntries([...query].toReversed()));
  const { callbackUrl = "" } = asked;
  const clientCode = query.get("clientCode") ?? query.get("code_challenge") ?? "";
  const state = query.get("state") ?? undefined;
  const wish = readScope(query.get("scope") ?? undefined);
  const scope = scopeOfRequest(wish.scope, game.maxScope);
  const ownOpenidScope = game.openid === null ? null : (wish.openidScope ?? null);
  const facts: Facts = {
    isRightCallback: run.is_walk ? callbackUrl === server.walkCallback : matchCallback(callbackUrl, game.callbacks) !== undefined,
    challenge: clientCode === "" ? "missing" : codeChallenge.safeParse(asked.clientCode).success ? "S256" : "malformed",
    hasState: state !== undefined && state !== "",
    isOpenid: ownOpenidScope !== null,
  };
  const code = newSecret();
  // A challenge that the database cannot hold is no challenge of a verifier either. Others go on, so that the run sees more of the game.
  const isChallenge = clientCode !== "" && isStorable(clientCode);
  const isGame = asked.gameId === String(game.gameId);
  const isAnswerable = facts.isRightCallback === true && isGame && isChallenge && scope !== undefined;
  if (isAnswerable && scene === "ROTATED") await setRotated(database, run.id);
  const loginId = isAnswerable
    ? await insertLogin(database, {
        run_id: run.id,
        scene,
        callback_url: callbackUrl,
        // Anyone can send a challenge and a nonce of any length, so both are cut.
        client_code: storable(clientCode.slice(0, 256)),
        token_scope: scope,
        openid_scope: ownOpenidScope,
        nonce: storable((query.get("nonce") ?? "").slice(0, 256)) || null,
        code_digest: digestOf(code),
      })
    : undefined;
  const why =
    (facts.isRightCallback !== true && "The callback is not registered for the game.") ||
    (!isGame && "gameId is not the number of the game.") ||
    (!isChallenge && "There is no challenge.") ||
    (scope === undefined && "The scope is wider than the game's.") ||
    "The run has had as many logins as a run may have.";
  const answer = answerOf(server, { code, state }, scene);
  const refusal = { error: "invalid_request", error_description: why, state };
  await insertObservation(database, run.id, {
    loginId,
    kind: "AUTHORIZE",
    request: shown(Object.fromEntries(query)),
    response: shown(loginId === undefined ? refusal : answer),
    facts,
  });
  if (loginId !== undefined) return { loginId, callback: withAnswer(callbackUrl, answer) };
  if (facts.isRightCallback !== true) return { refused: "errors.callbackUrlNotRegistered" };
  return { refused: isGame && isChallenge && scope === undefined ? "errors.gameScopeTooWide" : "errors.invalidInput" };
}

interface BeginningLogin {
  query: URLSearchParams;
  scene: Scene;
}

type Answer = Readonly<Record<string, string | undefined>>;

/** What the callback gets, as the scene wants it. */
function answerOf({ issuer }: TestIssuer, { code, state }: { code: string; state: string | undefined }, scene: Scene): Answer {
  return {
    ...(scene === "DENIED" ? { error: "access_denied" } : { code }),
    state: scene === "WRONG_STATE" ? newSecret() : state,
    iss: scene === "WRONG_ISSUER" ? "https://other-issuer.example" : issuer,
  };
}

function withAnswer(callbackUrl: string, answer: Answer): string {
  const url = new URL(callbackUrl);
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
