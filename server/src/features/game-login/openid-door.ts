/**
 * /game-login is the door of every game. Only OpenID clients, with the scope "openid", may ask more there: a silent answer, a fresh login
 * or a question.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { gameId as gameNumber } from "@storyport/contract/fields";
import { consentToGameLogin } from "@storyport/contract/game-login";
import { readScope } from "@storyport/contract/game-request";
import type { LoginState } from "@storyport/contract/login-state";
import type { AppContext } from "#/context.ts";
import type { FindSession } from "#/features/sessions/find-session.ts";
import { readIdTokenHint } from "#/features/tokens/read-id-token-hint.ts";
import { describeCaller } from "#/platform/http/caller.ts";
import type { Session } from "#/platform/http/caller.ts";
import { loginCookies } from "#/platform/http/session-cookie.ts";
import type { MaintenanceSwitch } from "#/platform/maintenance.ts";
import { answerSilently } from "./answer-silently.ts";
import type { GameLogin } from "./check-game-login.ts";
import { withResponse } from "./issue-game-code.ts";
import { matchCallback } from "./match-callback.ts";
import { readWishes } from "./openid-request.ts";
import type { OpenidWishes } from "./openid-request.ts";
import { proofDemandOf, proofDemands } from "./proof-demand.ts";
import { findOpenidClient } from "./queries.ts";
import { gameRequest, requestSeals } from "./request-seal.ts";

export interface DoorNeeds {
  context: AppContext;
  findSession: FindSession;
  maintenance: Pick<MaintenanceSwitch, "requireOpen">;
}

interface Visit {
  request: FastifyRequest;
  reply: FastifyReply;
  query: Readonly<Record<string, string>>;
  /** A parameter was sent more than once. */
  isRepeated: boolean;
  asked: LoginState;
}

export interface OpenidVisit extends Visit {
  callbackUrl: string;
  wanted: (OpenidWishes & { login: GameLogin }) | { error: string };
  /** The database's time in seconds. */
  now: string;
}

/** Returns undefined if the page goes on as for every game. A callback that is not registered gets nothing. */
export async function findOpenidVisit({ database }: AppContext, visit: Visit): Promise<OpenidVisit | undefined> {
  const { query, isRepeated, asked } = visit;
  const { callbackUrl = "", scope } = asked;
  const wishes = readWishes(query, isRepeated);
  const gameId = gameNumber.safeParse(asked.gameId);
  if (wishes === undefined || readScope(scope).openidScope === undefined || !gameId.success) return undefined;
  const client = await findOpenidClient(database, gameId.data);
  if (client === undefined || matchCallback(callbackUrl, client.callbacks) === undefined) return undefined;
  const login = readLogin(asked);
  const invalid = { error: "invalid_request" };
  const wanted = "error" in wishes ? wishes : login === undefined ? invalid : { ...wishes, login };
  return { ...visit, callbackUrl, wanted, now: client.now };
}

/** The request as the page sends it to the API. */
function readLogin({ gameId, state, clientCode, callbackUrl: deeplink, scope, nonce, orgId }: LoginState): GameLogin | undefined {
  return consentToGameLogin.body.safeParse({
    gameId: Number(gameId),
    state,
    clientCode,
    deeplink,
    ...readScope(scope),
    ...(nonce !== undefined && { nonce }),
    ...(orgId !== undefined && { orgId }),
  }).data;
}

/**
 * Returns the callback's address with the answer. Returns undefined if the user has to see the page, which then knows what the game
 * demands. `isOwn`: the user, our own pages or the game itself sent the request, so it needs no question.
 */
export async function meetAtDoor(needs: DoorNeeds, visit: OpenidVisit, isOwn: boolean): Promise<string | undefined> {
  const { context } = needs;
  const { request, reply, wanted, callbackUrl, asked, now } = visit;
  const fail = (error: string) => withResponse(callbackUrl, { error, state: asked.state, iss: context.settings.publicUrl });
  if ("error" in wanted) return fail(wanted.error);
  const { login, askedLogin, hint } = wanted;
  const demand = proofDemandOf(askedLogin, now);
  const isSilent = askedLogin.prompt.has("none");
  const { sessionSecret } = loginCookies(request, reply, context.settings.isSecure);
  const isNeeded = sessionSecret !== undefined && (isSilent || hint !== undefined);
  const session = isNeeded ? await needs.findSession(sessionSecret) : undefined;
  if (hint !== undefined && !(await isHinted(context, { hint, login, session }))) return fail("login_required");
  if (isSilent) {
    const caller = describeCaller(request.id, request.ip);
    const answer = await answerSilently(context, caller, { login, session, isOwn, demand, maintenance: needs.maintenance });
    return "error" in answer ? fail(answer.error) : answer.deeplinkUrl;
  }
  const text = gameRequest({ ...login, gameId: String(login.gameId), callbackUrl });
  if (demand !== undefined) proofDemands(request, reply, context.settings).keep(text, demand);
  const seals = requestSeals(request, reply, context);
  // The question names the account, and "Not you?" stands below it.
  const mustAsk = askedLogin.prompt.has("consent") || askedLogin.prompt.has("select_account");
  if (mustAsk) seals.drop(text);
  else if (isOwn) seals.keep(text);
  return undefined;
}

/** A client that means one user must get no tokens of another (OpenID Connect Core, section 3.1.2.2). */
async function isHinted(
  context: AppContext,
  { hint, login, session }: { hint: string; login: GameLogin; session: Session | undefined },
): Promise<boolean> {
  const hinted = await readIdTokenHint(context, { hint, clientId: String(login.gameId) });
  return hinted !== undefined && hinted.account_id === session?.accountId;
}
