/** The pool of connections to PostgreSQL. Statements with parameters are prepared once per connection, under a name. */
import pg from "pg";

/** More different texts mean that a query is built from data. Those stay unnamed. */
const mostNames = 1000;

/** After this many milliseconds without a connection a request fails, and the database counts as away. */
export const connectionTimeout = 2000;

/** Time limits of a request in milliseconds. The database ends the statement; this side drops the query. */
export interface PoolLimits {
  connection: number;
  statement: number;
  query: number;
}

const limitsOfRequests: PoolLimits = { connection: connectionTimeout, statement: 5000, query: 6000 };

export function createPool(url: string, onError: (error: unknown) => void, limits: PoolLimits = limitsOfRequests): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: limits.connection,
    idleTimeoutMillis: 60_000,
    statement_timeout: limits.statement,
    query_timeout: limits.query,
    idle_in_transaction_session_timeout: 10_000,
    // Compiling took 50 of 68 ms of a count over the history, because PostgreSQL overestimates its rows.
    options: "-c jit=off",
    keepAlive: true,
    Client: namingClient(),
  });
  // The pool drops idle connections that break. Without a listener the error would end the process.
  pool.on("error", onError);
  return pool;
}

/** Opens one connection for scripts, without time limits for its statements. */
export async function connectWithoutLimits(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectionTimeout, keepAlive: true });
  // A broken connection fails its query, so this event needs no handling.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/**
 * PostgreSQL plans an unnamed statement each time (measured: 0.42 of the speed of named ones). This is the only place that
 * names statements; the name is made from the text.
 */
function namingClient(): typeof pg.Client {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= mostNames) return known;
    const name = `storyport_${names.size}`;
    names.set(text, name);
    return name;
  };
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      // The pool listens only while a connection is idle. A connection that breaks during a query fails that query. Without
      // this listener the additional error event would end the process.
      this.on("error", () => undefined);
    }

    // `query` has seven overloads. Kysely calls it with (text, values), the pool without arguments.
    override query(...parameters: unknown[]): never {
      const [text, values] = parameters;
      const name = typeof text === "string" && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
      const named = name === undefined ? parameters : [{ name, text, values }, ...parameters.slice(2)];
      const answer: unknown = Reflect.apply(super.query, this, named);
      if (answer instanceof Promise) answer.catch((error: unknown) => this.#giveUpAfter(error));
      return answer as never;
    }

    /** Drops a connection that did not answer in time, because the other end may be gone. */
    #giveUpAfter(error: unknown): void {
      if (error instanceof Error && error.message === "Query read timeout") this.end().catch(() => undefined);
    }
  };
}
