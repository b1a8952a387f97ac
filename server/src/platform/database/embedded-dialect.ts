/**
 * The embedded database has one connection, shared by a queue here. Unlike Kysely's lock the queue lets the process read its
 * sockets between turns, and limits the wait.
 */
import { setImmediate as nextRound } from "node:timers/promises";
import { PGliteAdapter, PGliteDialect, PGliteDriver } from "kysely";
import type { DatabaseConnection, PGliteDialectConfig } from "kysely";

/** In milliseconds: longer than normal load makes a request wait, and shorter than a proxy's timeout. */
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

/** Turns off Kysely's own lock, because the queue below replaces it. */
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

  /** The library's own release does nothing. */
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

  /** Throws like PostgreSQL's lock timeout (55P03) after too long a wait, so that the request is refused as busy. */
  async take(): Promise<void> {
    if (this.#isTaken) await this.#wait();
    this.#isTaken = true;
    // The database works synchronously in this thread. Without a pause a long import would block every request.
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
