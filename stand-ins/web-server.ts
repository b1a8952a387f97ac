import { setTimeout as later } from "node:timers/promises";
import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";

/** A stand-in that runs: where it answers, and how to stop it. */
export interface Running {
  url: string;
  close: () => Promise<void>;
}

/** A port that somebody else holds, in words for the person at the terminal. */
export class PortTaken extends Error {}

/**
 * A web server for a stand-in. It refuses what another site's page posts, and what its pages load comes from itself.
 * A client of the portal says by its origin who leads there (`referrer`): without it the portal asks the person first. A redirect's own
 * header counts too. The others name themselves to nobody.
 */
export function createWebServer(referrer: "origin" | "no-referrer" = "no-referrer"): FastifyInstance {
  // No HEAD twins of the GET routes: a HEAD request to a callback must not redeem a code.
  const app = fastify({ forceCloseConnections: true, exposeHeadRoutes: false });
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.headers({
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
      "referrer-policy": referrer,
      "x-content-type-options": "nosniff",
    });
    const isForeign = request.headers["sec-fetch-site"] === "cross-site" || request.headers["sec-fetch-site"] === "same-site";
    if (isForeign && request.method !== "GET" && request.method !== "HEAD") {
      await reply.code(403).send({ message: "A page of another site may not do this." });
    }
  });
  return app;
}

/** Listens on the loopback address only. */
export async function listen(app: FastifyInstance, port: number): Promise<string> {
  try {
    return await app.listen({ host: "127.0.0.1", port });
  } catch (error) {
    throw asPortTaken(error, port);
  }
}

/** The port's own sentence where the port is the trouble, otherwise the error itself. */
export function asPortTaken(error: unknown, port: number): unknown {
  const isTaken = error instanceof Error && "code" in error && (error.code === "EADDRINUSE" || error.code === "EACCES");
  return isTaken
    ? new PortTaken(`Port ${port} is taken by another program (or not allowed). Stop it, or choose other ports with STAND_INS_PORT.`)
    : error;
}

/** The query of a request, repeated names and all. */
export function queryOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(request.url.split("?", 2)[1]);
}

/** Waits for all of them, but not for ever: a stand-in never holds up the end of the demo. */
export async function closeWithin(milliseconds: number, closing: readonly Promise<unknown>[]): Promise<void> {
  await Promise.race([Promise.allSettled(closing), later(milliseconds, undefined, { ref: false })]);
}
