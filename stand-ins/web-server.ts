import { setTimeout as later } from "node:timers/promises";
import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";

/** A running stand-in: its address, and how to stop it. */
export interface Running {
  url: string;
  close: () => Promise<void>;
}

/** A port that cannot be used, in words for the operator. */
export class PortTaken extends Error {}

/**
 * A web server for a stand-in. Refuses every request but GET and HEAD that a page of another origin sends. Its pages load nothing from
 * elsewhere, except pictures from `imagesFrom`, another origin. A client of the portal sends its origin (`referrer`), also on a redirect.
 * Otherwise the portal asks the user first (docs/decisions/0030). Other stand-ins send no referrer. The policy allows `data:` for the
 * empty icon of `page.ts` and for the QR code of a device.
 */
export function createWebServer(referrer: "origin" | "no-referrer" = "no-referrer", imagesFrom = ""): FastifyInstance {
  // No HEAD versions of the GET routes, because a HEAD request to a callback must not redeem a code.
  const app = fastify({ forceCloseConnections: true, exposeHeadRoutes: false });
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.headers({
      "cache-control": "no-store",
      "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src data: ${imagesFrom}; base-uri 'none'; frame-ancestors 'none'`,
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

/** Listens on the loopback address only. Returns the address. Throws a PortTaken if the port cannot be used. */
export async function listen(app: FastifyInstance, port: number): Promise<string> {
  try {
    return await app.listen({ host: "127.0.0.1", port });
  } catch (error) {
    throw asPortTaken(error, port);
  }
}

/** Returns a PortTaken if the port cannot be used, otherwise the error itself. */
export function asPortTaken(error: unknown, port: number): unknown {
  const isTaken = error instanceof Error && "code" in error && (error.code === "EADDRINUSE" || error.code === "EACCES");
  return isTaken
    ? new PortTaken(`Port ${port} is taken by another program (or not allowed). Stop it, or choose other ports with STAND_INS_PORT.`)
    : error;
}

/** The query of a request. It keeps repeated names, because the OAuth library refuses a callback with two codes. */
export function queryOf(request: FastifyRequest): URLSearchParams {
  const [path = ""] = request.url.split("?", 1);
  return new URLSearchParams(request.url.slice(path.length));
}

/** Waits for all, but only for a limited time. A stand-in that hangs must not hold up the end of the demo. */
export async function closeWithin(milliseconds: number, closing: readonly Promise<unknown>[]): Promise<void> {
  await Promise.race([Promise.allSettled(closing), later(milliseconds, undefined, { ref: false })]);
}
