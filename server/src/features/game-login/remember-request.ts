import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readGameRequest } from "@storyport/contract/game-request";
import { tokenScope } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { isDatabaseAway } from "#/platform/database/database-faults.ts";
import { cameFrom } from "./came-from.ts";
import { isWebCallback } from "./queries.ts";
import { dashboardRequest, gameRequest, requestSeals } from "./request-seal.ts";

/**
 * Looks at every navigation to /game-login and /dashboard-login, before their pages lead on: a whole request that came from nowhere, from
 * our own pages or from the game itself is remembered by this browser (DESIGN A6). No other page is looked at. An address like /login?callbackUrl=... stays in
 * the address bar, where reloading it would make a stranger's request look like the person's own. These two lead on at once; a form that
 * posts to them is led on as well, since the page of a refusal would leave their address there.
 */
export function rememberRequests(app: FastifyInstance, context: AppContext): void {
  app.addHook("onRequest", (request, reply, done) => {
    const page = /^\/(game|dashboard)-login\/?(\?|$)/.exec(request.url)?.[1];
    // Every request comes by here: all but a few go on at once, without a promise.
    if (page !== undefined && request.method === "POST") reply.redirect(request.url, 303);
    else if (page === undefined || request.method !== "GET") done();
    else remember[page === "game" ? "game" : "dashboard"](request, reply, context).then(() => done(), done);
  });
}

const remember = { game: rememberGame, dashboard: rememberDashboard };

async function rememberGame(request: FastifyRequest, reply: FastifyReply, context: AppContext): Promise<void> {
  const { gameId, state, clientCode, callbackUrl, scope } = readGameRequest(firstOfEach(request.url));
  if (!gameId || !state || !clientCode || !callbackUrl) return;
  if (!(await isOwnRequest(request, callbackUrl, context))) return;
  const asked = { gameId, state, clientCode, callbackUrl, scope: tokenScope.safeParse(scope).data };
  requestSeals(request, reply, context).keep(gameRequest(asked));
}

async function rememberDashboard(request: FastifyRequest, reply: FastifyReply, context: AppContext): Promise<void> {
  const { dashboard, publicUrl } = context.settings;
  if (cameFrom(request.headers, dashboard.url, publicUrl) !== "us or the game") return;
  requestSeals(request, reply, context).keep(dashboardRequest(readGameRequest(firstOfEach(request.url)).state));
}

/** RFC 8252, section 7.3: an installed game chooses its port, so its page may have another one than its callback. A web game's has not. */
async function isOwnRequest({ headers }: FastifyRequest, callbackUrl: string, { database, settings }: AppContext): Promise<boolean> {
  const from = cameFrom(headers, callbackUrl, settings.publicUrl);
  if (from !== "machine") return from === "us or the game";
  try {
    return !(await isWebCallback(database, callbackUrl));
  } catch (error) {
    // The page leads on without the database, and the person is asked.
    if (!isDatabaseAway(error)) throw error;
    return false;
  }
}

/** As the page reads its address: text, of several alike the first. */
function firstOfEach(url: string): Record<string, string> {
  const query = new URL(url, "http://portal.invalid").searchParams;
  return Object.fromEntries([...query].toReversed());
}
