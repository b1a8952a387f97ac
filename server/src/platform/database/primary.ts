/** Finds the server that writes. After a failover the former primary is away or a standby, and another server has its place. */
import pg from "pg";
import type { ServerKind, Servers } from "./addresses.ts";

/** PostgreSQL's own state for a write on a standby (read_only_sql_transaction). */
export const readOnly = "25006";

const questions = {
  primary: "select pg_is_in_recovery() as refused",
  "read-write": "select current_setting('transaction_read_only')::bool as refused",
};

/** Rejects for a standby, and with `read-write` for any server that takes no writes. The caller must not use that connection. */
export async function requirePrimary(client: pg.Client, kind: ServerKind, timeoutMs: number): Promise<void> {
  // The driver reads `query_timeout` of a single query; its types lack it.
  const question: pg.QueryConfig & { query_timeout: number } = { text: questions[kind], query_timeout: timeoutMs };
  const { rows } = await client.query<{ refused: boolean }>(question);
  if (rows[0]?.refused !== false) throw Object.assign(new Error("the server is a standby, or takes no writes"), { code: readOnly });
}

/** Opens a connection of its own to the first server that writes. Rejects with the last server's reason. */
export async function connectToPrimary(
  servers: Servers,
  config: pg.ClientConfig & { connectionTimeoutMillis: number },
): Promise<pg.Client> {
  for (let tries = 1; ; tries += 1) {
    const address = servers.present;
    const client = new pg.Client({ ...config, connectionString: address });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await requirePrimary(client, servers.kind, config.connectionTimeoutMillis);
      return client;
    } catch (error) {
      client.end().catch(() => undefined);
      servers.passOver(address);
      if (tries >= servers.count) throw error;
    }
  }
}
