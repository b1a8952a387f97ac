import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readGameRequest } from "@storyport/contract/game-request";
import { tokenScope } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { maySkipConsent } from "./came-from.ts";
import { requestSeals } from "./request-seal.ts";

/**
 * Looks at every navigation to /game-login, before its page leads on: a whole request that came from nowhere, from our own pages or from
 * the game itself is remembered by this browser (DESIGN A6). No other page is looked at. An address like /login?callbackUrl=... stays in
 * the address bar, where reloading it would make a stranger's request look like the person's own.
 */
export function rememberGameRequests(app: FastifyInstance, context: AppContext): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (request.method === "GET" && /^\/game-login\/?(\?|$)/.test(request.url)) remember(request, reply, context);
    done();
  });
}

function remember(request: FastifyRequest, reply: FastifyReply, { vault, settings }: AppContext): void {
  const { gameId, state, clientCode, callbackUrl, scope } = readGameRequest(firstOfEach(request.url));
  if (!gameId || !state || !clientCode || !callbackUrl) return;
  if (!maySkipConsent(request.headers, callbackUrl, settings.publicUrl)) return;
  requestSeals(request, reply, { vault, settings }).keep({
    gameId,
    state,
    clientCode,
    callbackUrl,
    scope: tokenScope.safeParse(scope).data,
  });
}

/** As the page reads its address: text, of several alike the first. */
function firstOfEach(url: string): Record<string, string> {
  const query = new URL(url, "http://portal.invalid").searchParams;
  return Object.fromEntries([...query].toReversed());
}
