/**
 * The token endpoint of the test issuer. It keeps the rules of the portal's own, and notes how the game keeps them. Unlike the portal it
 * ends no login when a code comes back: the run only notes it.
 */
import type { z } from "zod/mini";
import { id } from "@storyport/contract/fields";
import type { revokeToken, tokenRequest } from "@storyport/contract/tokens";
import type { Database } from "#/platform/database/connect.ts";
import type { TokenScope } from "@storyport/contract/vocabulary";
import { refusalOfMissing } from "#/features/tokens/require-parameters.ts";
import { isWider, scopeOfRefresh } from "#/features/tokens/rights.ts";
import { oauthError } from "#/platform/http/error-handler.ts";
import { Refusal } from "#/platform/refusal.ts";
import { challengeOf, digestOf, isSameSecret, newSecret } from "#/platform/secrets.ts";
import { findLoginOfAccessToken } from "./answer-bearer.ts";
import { retryAfterSeconds } from "./judge.ts";
import { shown } from "./observed.ts";
import type { Facts } from "./observed.ts";
import { addRefreshToken, findLogin, findLoginByCode, insertObservation, redeemOnce, revokeLogin } from "./queries.ts";
import type { LoginRow } from "./queries.ts";
import { scopeNow, testIdToken, testToken, tokenSeconds } from "./test-issuer.ts";
import type { TestIssuer } from "./test-issuer.ts";

type Form = z.output<typeof tokenRequest>;
type RevocationForm = z.output<typeof revokeToken.body>;

/** A call with the id of its client, which is undefined if the client does not name itself as the portal demands. */
interface ClientCall<F> {
  form: F;
  clientId: string | undefined;
}

type Answer = Record<string, unknown> | Refusal;

/** The portal first refuses a client that does not name itself. */
const refusalTo = (clientId: string | undefined, refusal = new Refusal("errors.grantInvalid")) =>
  clientId === undefined ? new Refusal("errors.clientInvalid") : refusal;

/** What a run shows of an answer. */
function seen(answer: Answer): { status: number } & Record<string, unknown> {
  if (!(answer instanceof Refusal)) return { status: 200, ...answer };
  return { status: answer.status, error: oauthError(answer), error_description: answer.message };
}

function given(answer: Answer): Record<string, unknown> {
  if (answer instanceof Refusal) throw answer;
  return answer;
}

/** Answers a code or a refresh token, by the scene of its login. Refuses as the portal's own token endpoint does. */
export async function answerToken(
  database: Database,
  server: TestIssuer,
  { form, clientId }: ClientCall<Form>,
): Promise<Record<string, unknown>> {
  if (form.grant_type === "refresh_token") return answerRefresh(database, server, { form, clientId });
  if (form.grant_type !== "authorization_code") {
    throw refusalTo(clientId, refusalOfMissing({ grant_type: form.grant_type }) ?? new Refusal("errors.grantTypeUnsupported"));
  }
  const { code, redirect_uri, code_verifier } = form;
  const missing = refusalOfMissing({ code, redirect_uri, code_verifier });
  const login = await findLoginByCode(database, server.run.id, digestOf(code ?? ""));
  const { answer, facts } =
    login === undefined
      ? { answer: refusalTo(clientId, missing), facts: {} }
      : await redeem(database, { server, login, form, clientId, missing });
  await insertObservation(database, server.run.id, {
    loginId: login?.id,
    kind: "TOKEN",
    request: shown(form),
    response: shown(seen(answer)),
    facts: { ...facts, status: seen(answer).status },
  });
  return given(answer);
}

interface Redeeming extends ClientCall<Form> {
  server: TestIssuer;
  login: LoginRow;
  missing: Refusal | undefined;
}

async function redeem(database: Database, redeeming: Redeeming): Promise<{ answer: Answer; facts: Facts }> {
  const { server, login, form, clientId, missing } = redeeming;
  const facts: Facts = { isRightCallback: form.redirect_uri === login.callback_url, verifier: verifierOf(form, login) };
  if (clientId === undefined || missing !== undefined) return { answer: refusalTo(clientId, missing), facts };
  if (login.scene === "BUSY") return { answer: new Refusal("errors.tooManyAttempts", { retryAfterSeconds }), facts };
  if (login.scene === "AWAY") return { answer: new Refusal("errors.unavailable", { retryAfterSeconds }), facts };
  const refused = refusalTo(clientId);
  const replayed = { answer: refused, facts: { ...facts, isReplay: true } };
  if (login.redeemed_at !== null) return replayed;
  // A game with a legacy clientCode repeats it as its verifier (decision 5). The page that plays a walk always uses PKCE.
  const isProven = facts.verifier === (server.game.legacyClientCode && !server.run.is_walk ? "plain" : "right");
  if (facts.isRightCallback !== true || !isProven || !isOwnClient(server, clientId)) return { answer: refused, facts };
  if (!(await redeemOnce(database, login.id))) return replayed;
  const refreshToken = newRefreshToken(login);
  await addRefreshToken(database, login.id, { next: digestOf(refreshToken) });
  return { answer: tokens(server, login, { refreshToken, scope: scopeNow(server, login.token_scope) }), facts };
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

async function answerRefresh(
  database: Database,
  server: TestIssuer,
  { form, clientId }: ClientCall<Form>,
): Promise<Record<string, unknown>> {
  const found = isOwnClient(server, clientId) ? await findRefreshToken(database, server, form.refresh_token ?? "") : undefined;
  // A former token in use means that the token was copied, so the whole login ends (RFC 9700, 4.14.2).
  if (found?.isNewest === false) await revokeLogin(database, found.login.id);
  const answer =
    found?.isNewest === true && found.login.scene !== "BELL"
      ? await rotate(database, server, { ...found, wish: form.scope })
      : refusalTo(clientId, refusalOfMissing({ refresh_token: form.refresh_token }));
  await insertObservation(database, server.run.id, {
    loginId: found?.login.id,
    kind: "REFRESH",
    request: shown(form),
    response: shown(seen(answer)),
    facts: { status: seen(answer).status, ...(found?.isNewest === false && { isReplay: true }) },
  });
  return given(answer);
}

/** A scope that the login lacks uses nothing up. */
async function rotate(
  database: Database,
  server: TestIssuer,
  { login, digest, wish }: FoundToken & { wish: string | undefined },
): Promise<Answer> {
  const present = scopeNow(server, login.token_scope);
  const scope = scopeOfRefresh(wish, { granted: login.token_scope, present });
  if (scope === undefined) return new Refusal("errors.scopeNotGranted");
  const refreshToken = newRefreshToken(login);
  const isAdded = await addRefreshToken(database, login.id, { former: digest, next: digestOf(refreshToken) });
  return isAdded ? tokens(server, login, { refreshToken, scope }) : new Refusal("errors.grantInvalid");
}

/**
 * Ends the login of a refresh token or of a valid access token, for a client that names itself (RFC 7009). Any other text ends no login,
 * and is not noted as the logout of a login. Refuses as the portal's own call does.
 */
export async function answerRevocation(
  database: Database,
  server: TestIssuer,
  { form, clientId }: ClientCall<RevocationForm>,
): Promise<void> {
  const { token } = form;
  const isOwn = isOwnClient(server, clientId);
  const refusal = clientId === undefined ? refusalTo(clientId) : refusalOfMissing({ token });
  const status = refusal?.status ?? 200;
  const login = isOwn && token !== undefined ? await findLoginOfToken(database, server, token) : undefined;
  if (login !== undefined) await revokeLogin(database, login.id);
  await insertObservation(database, server.run.id, {
    loginId: login?.id,
    kind: "REVOKE",
    request: shown(form),
    response: shown({
      status,
      ...(login === undefined && { failure: isOwn ? "unknown token" : "client_id is not the game's number" }),
    }),
    facts: { status },
  });
  if (refusal !== undefined) throw refusal;
}

async function findLoginOfToken(database: Database, server: TestIssuer, token: string): Promise<LoginRow | undefined> {
  return (await findRefreshToken(database, server, token))?.login ?? findLoginOfAccessToken(database, server, token);
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

/** Contains the login's id, because the login keeps the digests of all its tokens, also of former tokens. */
function newRefreshToken({ id }: LoginRow): string {
  return `${id}.${newSecret()}`;
}

function tokens(server: TestIssuer, login: LoginRow, given: { refreshToken: string; scope: TokenScope }): Record<string, unknown> {
  const { refreshToken, scope } = given;
  const accessToken = testToken(server, login, scope);
  // As at the portal, a narrowed token has no words of OpenID Connect.
  const isNarrowed = isWider(scopeNow(server, login.token_scope), scope);
  const idToken = isNarrowed ? undefined : testIdToken(server, login, accessToken);
  return {
    access_token: accessToken,
    ...(idToken !== undefined && { id_token: idToken }),
    token_type: "Bearer",
    expires_in: tokenSeconds,
    refresh_token: refreshToken,
    scope: idToken === undefined ? scope : `${login.openid_scope} ${scope}`,
  };
}
