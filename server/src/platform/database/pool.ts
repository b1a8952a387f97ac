/** The pool of connections to PostgreSQL, whose every parameterised statement is prepared once per connection under a name. */
import pg from "pg";

/** More differing texts than this means a query is built from data; such ones stay unnamed. */
const mostNames = 1000;

/** A request waits so many milliseconds for a connection before it is told that the database is away. */
export const connectionTimeout = 2000;

/** How many milliseconds a request waits at most. The statement is ended by the database, the query given up by this side. */
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
    keepAlive: true,
    Client: namingClient(),
  });
  // A connection that breaks while idle is dropped by the pool; without a listener it would end the process.
  pool.on("error", onError);
  return pool;
}

/** One connection for scripts: no statement of it is given up by this side, and nothing is asked of the server but to keep it. */
export async function connectWithoutLimits(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectionTimeout, keepAlive: true });
  // One that breaks fails its query, which is heard.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/**
 * PostgreSQL plans an unnamed statement anew each time (measured: 0.42 of the speed of named ones), so every statement
 * with parameters gets a name made from its text. The one place where statements are named.
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
      // The pool listens only while a connection is idle. One that breaks while it works fails its query, which is heard;
      // the same error told once more as an event that nobody hears would end the process.
      this.on("error", () => undefined);
    }

    // The signature of `query` has seven overloads; Kysely calls (text, values), the pool nothing at all.
    override query(...parameters: unknown[]): never {
      const [text, values] = parameters;
      const name = typeof text === "string" && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
      const named = name === undefined ? parameters : [{ name, text, values }, ...parameters.slice(2)];
      const answer: unknown = Reflect.apply(super.query, this, named);
      if (answer instanceof Promise) answer.catch((error: unknown) => this.#giveUpAfter(error));
      return answer as never;
    }

    /** A connection that did not answer in time is not asked again: the other end may be gone without a word. */
    #giveUpAfter(error: unknown): void {
      if (error instanceof Error && error.message === "Query read timeout") this.end().catch(() => undefined);
    }
  };
}
