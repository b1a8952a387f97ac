/**
 * The token endpoint of the test issuer. It keeps the rules of the portal's own, and notes how the game keeps them. Unlike the portal it
 * ends no login when a code comes back: the run only notes it.
 */
import type { z } from "zod/mini";
import { id } from "@storyport/contract/fields";
import type { revokeToken, tokenRequest } from "@storyport/contract/tokens";
import type { Database } from "#/platform/database/connect.ts";
import { challengeOf, digestOf, isSameSecret, newSecret } from "#/platform/secrets.ts";
import { retryAfterSeconds } from "./judge.ts";
import { shown } from "./observed.ts";
import type { Facts } from "./observed.ts";
import { addRefreshToken, findLogin, findLoginByCode, insertObservation, redeemOnce, revokeLogin } from "./queries.ts";
import type { LoginRow } from "./queries.ts";
import { scopeNow, testIdToken, testToken, tokenSeconds } from "./test-issuer.ts";
import type { TestIssuer } from "./test-issuer.ts";

type Form = z.output<typeof tokenRequest>;
type RevocationForm = z.output<typeof revokeToken.body>;

/** A call with the id of its client. Undefined if the client does not name itself as the portal demands. */
interface ClientCall<F> {
  form: F;
  clientId: string | undefined;
}

export interface TokenAnswer {
  status: number;
  body: Record<string, unknown>;
}

const unknownClient: TokenAnswer = {
  status: 401,
  body: { error: "invalid_client", error_description: "The client is unknown, or its secret is wrong." },
};
const refused: TokenAnswer = { status: 400, body: { error: "invalid_grant", error_description: "The code or token is not valid." } };

/** The portal first refuses a client that does not name itself, and then a wrong code or token. */
const refusalTo = (clientId: string | undefined) => (clientId === undefined ? unknownClient : refused);

/** Answers a code or a refresh token, by the scene of its login. */
export async function answerToken(database: Database, server: TestIssuer, { form, clientId }: ClientCall<Form>): Promise<TokenAnswer> {
  if (form.grant_type === "refresh_token") return answerRefresh(database, server, { form, clientId });
  if (form.grant_type !== "authorization_code") {
    return clientId === undefined ? unknownClient : { status: 400, body: { error: "unsupported_grant_type" } };
  }
  const login = await findLoginByCode(database, server.run.id, digestOf(form.code ?? ""));
  const { answer, facts } =
    login === undefined ? { answer: refusalTo(clientId), facts: {} } : await redeem(database, { server, login, form, clientId });
  await insertObservation(database, server.run.id, {
    loginId: login?.id,
    kind: "TOKEN",
    request: shown(form),
    response: shown({ status: answer.status, ...answer.body }),
    facts: { ...facts, status: answer.status },
  });
  return answer;
}

interface Redeeming extends ClientCall<Form> {
  server: TestIssuer;
  login: LoginRow;
}

async function redeem(database: Database, { server, login, form, clientId }: Redeeming): Promise<{ answer: TokenAnswer; facts: Facts }> {
  const facts: Facts = { isRightCallback: form.redirect_uri === login.callback_url, verifier: verifierOf(form, login) };
  if (clientId === undefined) return { answer: unknownClient, facts };
  if (login.scene === "BUSY") return { answer: { status: 429, body: { error: "temporarily_unavailable" } }, facts };
  if (login.scene === "AWAY") return { answer: { status: 503, body: { error: "temporarily_unavailable" } }, facts };
  const replayed = { answer: refused, facts: { ...facts, isReplay: true } };
  if (login.redeemed_at !== null) return replayed;
  // A game with a legacy clientCode repeats it as its verifier (decision 5). The page that plays a walk always uses PKCE.
  const isProven = facts.verifier === (server.game.legacyClientCode && !server.run.is_walk ? "plain" : "right");
  if (facts.isRightCallback !== true || !isProven || !isOwnClient(server, clientId)) return { answer: refused, facts };
  if (!(await redeemOnce(database, login.id))) return replayed;
  const refreshToken = newRefreshToken(login);
  await addRefreshToken(database, login.id, { next: digestOf(refreshToken) });
  return { answer: { status: 200, body: tokens(server, login, refreshToken) }, facts };
}

/** A public client names itself in each call of the token endpoints (RFC 6749, section 3.2.1; RFC 7009, section 2.1). */
function isOwnClient({ game }: TestIssuer, clientId: string | undefined): boolean {
  return clientId === String(game.gameId);
}

/** "plain": the game sent its verifier as the challenge (RFC 7636, 4.2), which anyone who saw the request can repeat. */
function verifierOf({ code_verifier: verifier }: Form, { client_code: challenge }: LoginRow): "right" | "plain" | "missing" | "wrong" {
  if (verifier === undefined || verifier === "") return "missing";
  if (isSameSecret(verifier, challenge)) return "plain";
  return isSameSecret(challengeOf(verifier), challenge) ? "right" : "wrong";
}

async function answerRefresh(database: Database, server: TestIssuer, { form, clientId }: ClientCall<Form>): Promise<TokenAnswer> {
  const found = isOwnClient(server, clientId) ? await findRefreshToken(database, server, form.refresh_token ?? "") : undefined;
  // A former token in use means that the token was copied, so the whole login ends (RFC 9700, 4.14.2).
  if (found?.isNewest === false) await revokeLogin(database, found.login.id);
  const next = found === undefined ? "" : newRefreshToken(found.login);
  const isGranted =
    found?.isNewest === true &&
    found.login.scene !== "BELL" &&
    (await addRefreshToken(database, found.login.id, { former: found.digest, next: digestOf(next) }));
  const answer = isGranted ? { status: 200, body: tokens(server, found.login, next) } : refusalTo(clientId);
  await insertObservation(database, server.run.id, {
    loginId: found?.login.id,
    kind: "REFRESH",
    request: shown(form),
    response: shown({ status: answer.status, ...answer.body }),
    facts: { status: answer.status, ...(found?.isNewest === false && { isReplay: true }) },
  });
  return answer;
}

/**
 * Ends the login of a refresh token. Returns undefined, which means 200, to a client that names itself, whatever the token is (RFC 7009,
 * section 2.2). Any other text, or a call without the game's number, ends no login, and is not noted as the logout of a login.
 */
export async function answerRevocation(
  database: Database,
  server: TestIssuer,
  { form, clientId }: ClientCall<RevocationForm>,
): Promise<TokenAnswer | undefined> {
  const { token } = form;
  const isOwn = isOwnClient(server, clientId);
  const answer = clientId === undefined ? unknownClient : undefined;
  const status = answer?.status ?? 200;
  const found = isOwn && token !== undefined ? await findRefreshToken(database, server, token) : undefined;
  if (found !== undefined) await revokeLogin(database, found.login.id);
  await insertObservation(database, server.run.id, {
    loginId: found?.login.id,
    kind: "REVOKE",
    request: shown(form),
    response: shown({
      status,
      ...(found === undefined && { failure: isOwn ? "unknown refresh token" : "client_id is not the game's number" }),
    }),
    facts: { status },
  });
  return answer;
}

interface FoundToken {
  login: LoginRow;
  digest: Buffer;
  /** Only the newest token of a login is exchanged. */
  isNewest: boolean;
}

/** Finds the login that was given this refresh token, by its newest token or a former one. */
async function findRefreshToken(database: Database, { run }: TestIssuer, token: string): Promise<FoundToken | undefined> {
  const [loginId = ""] = token.split(".", 1);
  const login = id.safeParse(loginId).success ? await findLogin(database, run.id, loginId) : undefined;
  if (login === undefined) return undefined;
  const digest = digestOf(token);
  const place = login.refresh_digests.findIndex((given) => given.equals(digest));
  return place < 0 ? undefined : { login, digest, isNewest: place === login.refresh_digests.length - 1 };
}

/** Names its login, so that a former token is recognized as one. */
function newRefreshToken({ id }: LoginRow): string {
  return `${id}.${newSecret()}`;
}

function tokens(server: TestIssuer, login: LoginRow, refreshToken: string): Record<string, unknown> {
  const scope = scopeNow(server, login.token_scope);
  const accessToken = testToken(server, login, scope);
  const idToken = testIdToken(server, login, accessToken);
  return {
    access_token: accessToken,
    ...(idToken !== undefined && { id_token: idToken }),
    token_type: "Bearer",
    expires_in: tokenSeconds,
    refresh_token: refreshToken,
    scope: login.openid_scope === null ? scope : `${scope} ${login.openid_scope}`,
  };
}

/** The header of a refusal for now. */
export function retryAfterOf({ status }: TokenAnswer): string | undefined {
  return status === 429 || status === 503 ? String(retryAfterSeconds) : undefined;
}
