/** /livez: the process answers. /readyz: it can also work, and is not stopping. */
import { sql } from "kysely";
import type { FastifyInstance } from "fastify";
import type { Database } from "#/platform/database/connect.ts";

export interface Readiness {
  /** Set when the database is migrated and the public port is open. */
  isStarted: boolean;
  /** Set as soon as the process is told to stop, so that a load balancer sends no more requests. */
  isStopping: boolean;
}

export function registerHealth(app: FastifyInstance, { database, readiness }: { database: Database; readiness: Readiness }): void {
  app.get("/livez", { schema: { hide: true }, exposeHeadRoute: true }, async () => ({ status: "alive" }));
  app.get("/readyz", { schema: { hide: true }, exposeHeadRoute: true }, async (_request, reply) => {
    const reason = readiness.isStopping ? "stopping" : await databaseFault(database);
    reply.header("cache-control", "no-store");
    return reason === undefined ? { status: "ready" } : reply.status(503).send({ status: "not ready", reason });
  });
}

/** Returns the reason why this process cannot work. */
export async function databaseFault(database: Database): Promise<string | undefined> {
  try {
    await sql`select 1`.execute(database);
    return undefined;
  } catch {
    return "the database does not answer";
  }
}
