/** The token endpoint of the test issuer. It keeps the rules of the portal's own, and notes how the game keeps them. */
import { createHash } from "node:crypto";
import type { z } from "zod/mini";
import { id } from "@storyport/contract/fields";
import type { tokenRequest } from "@storyport/contract/tokens";
import type { Database } from "#/platform/database/connect.ts";
import { digestOf, isSameSecret, newSecret } from "#/platform/secrets.ts";
import { retryAfterSeconds } from "./judge.ts";
import { shown } from "./observed.ts";
import type { Facts } from "./observed.ts";
import { addRefreshToken, findLogin, findLoginByCode, insertObservation, redeemOnce, revokeLogin } from "./queries.ts";
import type { LoginRow } from "./queries.ts";
import { testIdToken, testToken, tokenSeconds } from "./test-issuer.ts";
import type { TestIssuer } from "./test-issuer.ts";

type Form = z.output<typeof tokenRequest>;

export interface TokenAnswer {
  status: number;
  body: Record<string, unknown>;
}

const refused: TokenAnswer = { status: 400, body: { error: "invalid_grant", error_description: "The code or token is not valid." } };

/** Answers a code or a refresh token, by the scene of its login. */
export async function answerToken(database: Database, server: TestIssuer, form: Form): Promise<TokenAnswer> {
  if (form.grant_type === "refresh_token") return answerRefresh(database, server, form);
  if (form.grant_type !== "authorization_code") return { status: 400, body: { error: "unsupported_grant_type" } };
  const login = await findLoginByCode(database, server.run.id, digestOf(form.code ?? ""));
  const { answer, facts } = login === undefined ? { answer: refused, facts: {} } : await redeem(database, { server, login, form });
  await insertObservation(database, server.run.id, {
    loginId: login?.id,
    kind: "TOKEN",
    request: shown(form),
    response: shown({ status: answer.status, ...answer.body }),
    facts: { ...facts, status: answer.status },
  });
  return answer;
}

interface Redeeming {
  server: TestIssuer;
  login: LoginRow;
  form: Form;
}

async function redeem(database: Database, { server, login, form }: Redeeming): Promise<{ answer: TokenAnswer; facts: Facts }> {
  const facts: Facts = { isRightCallback: form.redirect_uri === login.callback_url, verifier: verifierOf(form, login) };
  if (login.scene === "BUSY") return { answer: { status: 429, body: { error: "temporarily_unavailable" } }, facts };
  if (login.scene === "AWAY") return { answer: { status: 503, body: { error: "temporarily_unavailable" } }, facts };
  if (!(await redeemOnce(database, login.id))) return { answer: refused, facts: { ...facts, isReplay: true } };
  // A game with a legacy clientCode has no verifier (decision 5).
  const isProven = facts.verifier === "right" || (server.game.legacyClientCode && facts.verifier === "missing");
  if (facts.isRightCallback !== true || !isProven || form.client_id !== String(server.game.gameId)) return { answer: refused, facts };
  const refreshToken = newRefreshToken(login);
  await addRefreshToken(database, login.id, { next: digestOf(refreshToken) });
  return { answer: { status: 200, body: tokens(server, login, refreshToken) }, facts };
}

/** "plain": the game sent its verifier as the challenge (RFC 7636, 4.2), which anyone who saw the request can repeat. */
function verifierOf({ code_verifier: verifier }: Form, { client_code: challenge }: LoginRow): "right" | "plain" | "missing" | "wrong" {
  if (verifier === undefined || verifier === "") return "missing";
  if (isSameSecret(verifier, challenge)) return "plain";
  return isSameSecret(createHash("sha256").update(verifier).digest("base64url"), challenge) ? "right" : "wrong";
}

async function answerRefresh(database: Database, server: TestIssuer, form: Form): Promise<TokenAnswer> {
  const presented = form.refresh_token ?? "";
  const [loginId = ""] = presented.split(".", 1);
  const login = id.safeParse(loginId).success ? await findLogin(database, server.run.id, loginId) : undefined;
  const digest = digestOf(presented);
  const isKnown = login?.refresh_digests.some((one) => one.equals(digest)) === true;
  const isNewest = login?.refresh_digests.at(-1)?.equals(digest) === true;
  // A former token in use means that the token was copied, so the whole login ends (RFC 9700, 4.14.2).
  if (login !== undefined && isKnown && !isNewest) await revokeLogin(database, login.id);
  const next = login === undefined ? "" : newRefreshToken(login);
  const isGranted =
    login !== undefined &&
    isNewest &&
    login.scene !== "BELL" &&
    (await addRefreshToken(database, login.id, { former: digest, next: digestOf(next) }));
  const answer = isGranted ? { status: 200, body: tokens(server, login, next) } : refused;
  await insertObservation(database, server.run.id, {
    loginId: isKnown ? login?.id : undefined,
    kind: "REFRESH",
    request: shown(form),
    response: shown({ status: answer.status, ...answer.body }),
    facts: { status: answer.status, ...(isKnown && !isNewest && { isReplay: true }) },
  });
  return answer;
}

/** Names its login, so that a former token is recognized as one. */
function newRefreshToken({ id }: LoginRow): string {
  return `${id}.${newSecret()}`;
}

function tokens(server: TestIssuer, login: LoginRow, refreshToken: string): Record<string, unknown> {
  const accessToken = testToken(server, login, login.token_scope);
  const idToken = testIdToken(server, login, accessToken);
  return {
    access_token: accessToken,
    ...(idToken !== undefined && { id_token: idToken }),
    token_type: "Bearer",
    expires_in: tokenSeconds,
    refresh_token: refreshToken,
    scope: login.openid_scope === null ? login.token_scope : `${login.token_scope} ${login.openid_scope}`,
  };
}

/** The header of a refusal for now. */
export function retryAfterOf({ status }: TokenAnswer): string | undefined {
  return status === 429 || status === 503 ? String(retryAfterSeconds) : undefined;
}
