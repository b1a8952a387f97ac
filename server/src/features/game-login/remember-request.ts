import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readGameRequest, readScope } from "@storyport/contract/game-request";
import type { AppContext } from "#/context.ts";
import { isDatabaseAway } from "#/platform/database/database-faults.ts";
import { cameFrom } from "./came-from.ts";
import { isWebCallback } from "./queries.ts";
import { dashboardRequest, gameRequest, requestSeals } from "./request-seal.ts";

/**
 * Remembers the request of a navigation to /game-login or /dashboard-login in this browser (DESIGN A6). It remembers a complete
 * request that the user typed, or that our own pages or the game sent. It ignores other pages: the address of
 * /login?callbackUrl=... stays in the address bar, so a reload would make a stranger's request look like the user's own. It
 * redirects a posted form too, because an error page would leave the address in the address bar.
 */
export function rememberRequests(app: FastifyInstance, context: AppContext): void {
  app.addHook("onRequest", (request, reply, done) => {
    const page = /^\/(game|dashboard)-login\/?(\?|$)/.exec(request.url)?.[1];
    // Every request passes here. All other requests continue at once, without a promise.
    if (page !== undefined && request.method === "POST") reply.redirect(request.url, 303);
    else if (page === undefined || request.method !== "GET") done();
    else rememberByPage[page === "game" ? "game" : "dashboard"](request, reply, context).then(() => done(), done);
  });
}

const rememberByPage = { game: rememberGame, dashboard: rememberDashboard };

async function rememberGame(request: FastifyRequest, reply: FastifyReply, context: AppContext): Promise<void> {
  const { gameId, state, clientCode, callbackUrl, scope, nonce } = readGameRequest(firstOfEach(request.url));
  if (!gameId || !state || !clientCode || !callbackUrl) return;
  if (!(await isOwnRequest(request, callbackUrl, context))) return;
  const login = { gameId, state, clientCode, callbackUrl, ...readScope(scope), nonce };
  requestSeals(request, reply, context).keep(gameRequest(login));
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
  const query = new URL(url, "http://portal.invalid").searchParams;
  return Object.fromEntries([...query].toReversed());
}
