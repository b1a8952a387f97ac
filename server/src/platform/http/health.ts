/**
 * /livez: the process answers. /readyz: it serves pages, and is not stopping. /readyz/database: the database answers it too. While
 * the database is away all portals stay ready, so that users get our page instead of the load balancer's (docs/decisions/0061).
 */
import { sql } from "kysely";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Database } from "#/platform/database/connect.ts";

export interface Readiness {
  /** Set when the database is migrated and the public port is open. The management port reports it. */
  isStarted: boolean;
  /** Set as soon as the process is told to stop, so that a load balancer sends no more requests. */
  isStopping: boolean;
}

/** Adds /livez, /readyz, which answers 503 while the process stops, and /readyz/database, which needs the database too. */
export function registerHealth(app: FastifyInstance, { database, readiness }: { database: Database; readiness: Readiness }): void {
  const answer = (reply: FastifyReply, reason: string | undefined) => {
    reply.header("cache-control", "no-store");
    return reason === undefined ? { status: "ready" } : reply.status(503).send({ status: "not ready", reason });
  };
  const stopping = (): string | undefined => (readiness.isStopping ? "stopping" : undefined);
  app.get("/livez", { schema: { hide: true }, exposeHeadRoute: true }, async () => ({ status: "alive" }));
  app.get("/readyz", { schema: { hide: true }, exposeHeadRoute: true }, async (_request, reply) => answer(reply, stopping()));
  app.get("/readyz/database", { schema: { hide: true }, exposeHeadRoute: true }, async (_request, reply) =>
    answer(reply, stopping() ?? (await databaseFault(database))),
  );
}

/** Returns the reason if the database does not answer this process; undefined if it does. */
export async function databaseFault(database: Database): Promise<string | undefined> {
  try {
    await sql`select 1`.execute(database);
    return undefined;
  } catch {
    return "the database does not answer";
  }
}
