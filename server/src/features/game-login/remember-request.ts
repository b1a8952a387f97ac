import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readGameRequest, readScope } from "@storyport/contract/game-request";
import type { AppContext } from "#/context.ts";
import { isDatabaseAway } from "#/platform/database/database-faults.ts";
import { acceptPosts } from "#/platform/http/posted-address.ts";
import { cameFrom } from "./came-from.ts";
import { findOpenidVisit, meetAtDoor } from "./openid-door.ts";
import type { DoorNeeds } from "./openid-door.ts";
import { isWebCallback } from "./queries.ts";
import { dashboardRequest, gameRequest, requestSeals } from "./request-seal.ts";

/**
 * Remembers the request of a navigation to /game-login or /dashboard-login in this browser (DESIGN A6). It remembers a complete request
 * that the user typed, or that our own pages, the game or the dashboard sent. It ignores other addresses. The address
 * /login?callbackUrl=... stays in the address bar: a reload would make a stranger's request look like the user's own. It redirects a posted
 * form too. OpenID clients may also demand a recent login, a question, or an answer without any page (`openid-door.ts`).
 */
export function rememberRequests(app: FastifyInstance, needs: DoorNeeds): void {
  for (const page of ["/game-login", "/dashboard-login"]) for (const end of ["", "/"]) acceptPosts(app, page + end);
  app.addHook("onRequest", (request, reply, done) => {
    const page = /^\/(game|dashboard)-login\/?(\?|$)/.exec(request.url)?.[1];
    // Every request passes here. All other requests continue at once, without a promise.
    if (page === undefined || request.method !== "GET") done();
    else if (page === "dashboard") rememberDashboard(request, reply, needs.context).then(() => done(), done);
    else rememberGame(request, reply, needs).then((callback) => (callback === undefined ? done() : answerGame(reply, callback)), done);
  });
}

/** The address may have a code, so nothing may cache the answer. */
function answerGame(reply: FastifyReply, callback: string): void {
  reply.header("cache-control", "no-store").redirect(callback, 303);
}

/** Returns the callback's address if an OpenID client is answered at once. */
async function rememberGame(request: FastifyRequest, reply: FastifyReply, needs: DoorNeeds): Promise<string | undefined> {
  const { context } = needs;
  const query = firstOfEach(request.url);
  const isRepeated = Object.keys(query).length < parametersOf(request.url).size;
  const asked = readGameRequest(query);
  const { gameId, state, clientCode, callbackUrl, scope, nonce } = asked;
  if (!gameId || !callbackUrl) return undefined;
  const visit = await findOpenidVisit(context, { request, reply, query, isRepeated, asked });
  if (visit !== undefined) return meetAtDoor(needs, visit, await isOwnRequest(request, callbackUrl, context));
  if (!state || !clientCode || !(await isOwnRequest(request, callbackUrl, context))) return undefined;
  requestSeals(request, reply, context).keep(gameRequest({ gameId, state, clientCode, callbackUrl, ...readScope(scope), nonce }));
  return undefined;
}

async function rememberDashboard(request: FastifyRequest, reply: FastifyReply, context: AppContext): Promise<void> {
  const { dashboard, publicUrl } = context.settings;
  if (cameFrom(request.headers, dashboard.url, publicUrl) !== "us or the game") return;
  requestSeals(request, reply, context).keep(dashboardRequest(readGameRequest(firstOfEach(request.url)).state));
}

/** An installed game chooses its port, so its page may have another port than its callback (RFC 8252, section 7.3). A web game cannot. */
async function isOwnRequest({ headers }: FastifyRequest, callbackUrl: string, { database, settings }: AppContext): Promise<boolean> {
  const from = cameFrom(headers, callbackUrl, settings.publicUrl);
  if (from !== "machine") return from === "us or the game";
  try {
    return !(await isWebCallback(database, callbackUrl));
  } catch (error) {
    // The database is away. The page redirects nevertheless and asks the user.
    if (!isDatabaseAway(error)) throw error;
    return false;
  }
}

/** Reads the parameters as the page reads them: each value is text, and the first of repeated names counts. */
function firstOfEach(url: string): Record<string, string> {
  return Object.fromEntries([...parametersOf(url)].toReversed());
}

function parametersOf(url: string): URLSearchParams {
  return new URL(url, "http://portal.invalid").searchParams;
}
