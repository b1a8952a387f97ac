/** The pool of connections to PostgreSQL. Statements with parameters are prepared once per connection, under a name. */
import pg from "pg";
import { databaseDefaults } from "#/platform/database-settings.ts";
import { Servers } from "./addresses.ts";
import { ClientOfFewPackets } from "./client-of-few-packets.ts";
import { connectToPrimary, readOnly, requirePrimary } from "./primary.ts";

/** More different texts mean that a query is built from data. Those stay unnamed. */
const mostNames = 1000;

/** In milliseconds: how long connections outside the pool are waited for. DATABASE_CONNECT_SECONDS may set another limit for requests. */
export const connectionTimeout = databaseDefaults.connectSeconds * 1000;

/**
 * Time limits of a request in milliseconds. Without a connection in time the request fails, and the database counts as away. The database
 * ends the statement; this side drops the query.
 */
export interface PoolLimits {
  connection: number;
  statement: number;
  query: number;
}

export interface PoolOptions {
  limits: PoolLimits;
  /** The most connections. */
  size: number;
  /** Whether statements are named. A pooler may give each transaction another connection, which lacks the names. */
  hasNames: boolean;
  /** Whether to ask the server for the time limits. A pooler refuses that; the role has them then. */
  sendsLimits: boolean;
}

/** PostgreSQL ends a transaction that idles for longer, because it holds its locks. */
export const idleInTransaction = 10_000;

/** The pool of a portal's requests and jobs. `onError` hears of idle connections that break. */
export function createPool(url: string, onError: (error: unknown) => void, { limits, size, hasNames, sendsLimits }: PoolOptions): pg.Pool {
  const servers = new Servers(url);
  const pool = new SearchingPool(servers, {
    max: size,
    connectionTimeoutMillis: limits.connection,
    idleTimeoutMillis: 60_000,
    ...(sendsLimits && sessionSettings(limits)),
    query_timeout: limits.query,
    keepAlive: true,
    pipeline: true,
    Client: clientFor(servers, hasNames ? statementNames() : () => undefined),
  });
  // The pool drops idle connections that break. Without a listener the error would end the process.
  pool.on("error", onError);
  return pool;
}

const sessionSettings = (limits: PoolLimits): pg.PoolConfig => ({
  statement_timeout: limits.statement,
  idle_in_transaction_session_timeout: idleInTransaction,
  // Compiling took 50 of 68 ms of a count over the history, because PostgreSQL overestimates its rows.
  options: "-c jit=off",
});

/** Opens one connection for scripts. Sets no time limits for its statements. A role may have its own, as behind a pooler. */
export async function connectWithoutLimits(url: string): Promise<pg.Client> {
  // A broken connection fails its query, so its error event needs no handling.
  return connectToPrimary(new Servers(url), { connectionTimeoutMillis: connectionTimeout, keepAlive: true });
}

/** If a server does not suit, tries the others before the request fails. */
class SearchingPool extends pg.Pool {
  readonly #servers: Servers;

  constructor(servers: Servers, config: pg.PoolConfig) {
    super(config);
    this.#servers = servers;
  }

  // Kysely calls it without a callback, and nothing else calls it.
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: never): never;
  override async connect(): Promise<pg.PoolClient> {
    for (let tries = 1; ; tries += 1) {
      const { present } = this.#servers;
      try {
        return await super.connect();
      } catch (error) {
        // The same server means that the pool is full, and no other server helps.
        if (tries >= this.#servers.count || present === this.#servers.present) throw error;
      }
    }
  }
}

/**
 * PostgreSQL plans an unnamed statement each time (measured: 0.42 of the speed of named ones). This is the only place that
 * names statements, so each text has one name in all connections of the pool.
 */
function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= mostNames) return known;
    const name = `storyport_${names.size}`;
    names.set(text, name);
    return name;
  };
}

function clientFor(servers: Servers, nameOf: (text: string) => string | undefined): typeof pg.Client {
  return class extends ClientOfFewPackets {
    readonly #address: string;
    readonly #timeoutMs: number;

    constructor(config: pg.ClientConfig) {
      const address = servers.present;
      super({ ...config, connectionString: address });
      this.#address = address;
      this.#timeoutMs = config.connectionTimeoutMillis ?? connectionTimeout;
      // The pool listens only while a connection is idle. A connection that breaks during a query fails that query. Without
      // this listener the additional error event would end the process.
      this.on("error", () => undefined);
    }

    // The pool calls it with a callback, and its time limit covers the question too.
    override connect(...[done]: unknown[]): never {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      super.connect((error?: Error | null) => (error ? reject(error) : resolve()));
      promise
        .then(() => requirePrimary(this, servers.kind, this.#timeoutMs))
        .then(
          () => (done as () => void)(),
          (error: unknown) => {
            servers.passOver(this.#address);
            this.end().catch(() => undefined);
            (done as (error: unknown) => void)(error);
          },
        );
      return undefined as never;
    }

    // `query` has seven overloads. Kysely calls it with (text, values), the pool without arguments.
    override query(...parameters: unknown[]): never {
      const [text, values] = parameters;
      const name = typeof text === "string" && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
      const named = name === undefined ? parameters : [{ name, text, values }, ...parameters.slice(2)];
      const answer: unknown = Reflect.apply(super.query, this, named);
      if (!(answer instanceof Promise)) return answer as never;
      answer.catch((error: unknown) => this.#giveUpAfter(error));
      return (text === "rollback" ? answer.catch(() => this.#undoByEnd()) : answer) as never;
    }

    /**
     * The end of a connection undoes its transaction too. If the rollback failed instead, Kysely would throw its error, and mask the error
     * that led to the rollback.
     */
    #undoByEnd() {
      this.end().catch(() => undefined);
      return { command: "ROLLBACK", rowCount: null, rows: [] };
    }

    /** Drops the connection to a server that cannot write. Drops a connection that did not answer in time, because its other end may be gone. */
    #giveUpAfter(error: unknown): void {
      if (!(error instanceof Error)) return;
      const isReadOnly = "code" in error && error.code === readOnly;
      if (!isReadOnly && error.message !== "Query read timeout") return;
      servers.passOver(this.#address);
      this.end().catch(() => undefined);
    }
  };
}
