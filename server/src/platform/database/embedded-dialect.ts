/**
 * The embedded database has one connection. Who wants it stands in a line of its own here, which Kysely's lock is not: between two
 * turns the process reads its sockets, and a wait has an end.
 */
import { setImmediate as nextRound } from "node:timers/promises";
import { PGliteAdapter, PGliteDialect, PGliteDriver } from "kysely";
import type { DatabaseConnection, PGliteDialectConfig } from "kysely";

/** Longer than all but a flood lets anybody wait, and shorter than a proxy does. */
const longestWait = 5000;

export class EmbeddedDialect extends PGliteDialect {
  readonly #config: PGliteDialectConfig;

  constructor(config: PGliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createAdapter(): PGliteAdapter {
    return new WithoutLock();
  }

  override createDriver(): PGliteDriver {
    return new TakingTurns(this.#config);
  }
}

/** The line below is the lock. */
class WithoutLock extends PGliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class TakingTurns extends PGliteDriver {
  readonly #line = new Line(longestWait);

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#line.take();
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    this.#line.leave();
  }
}

/** First come, first served. @internal Exported for its test. */
export class Line {
  readonly #longestWait: number;
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  constructor(longestWaitMs: number) {
    this.#longestWait = longestWaitMs;
  }

  /** Throws as PostgreSQL does when a lock is not available in time (55P03): the caller's request is told to come back. */
  async take(): Promise<void> {
    if (this.#isTaken) await this.#wait();
    this.#isTaken = true;
    // The database works in this thread and answers without ever waiting: without a pause a long import would let no request in.
    await nextRound();
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else next();
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        reject(Object.assign(new Error("the embedded database was busy for too long"), { code: "55P03" }));
      }, this.#longestWait);
      this.#waiting.push(turn);
    });
  }
}
