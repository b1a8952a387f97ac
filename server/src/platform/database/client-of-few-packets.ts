import pg from "pg";

/** What Kysely gets for `begin`. It does not read it. */
const begun = { command: "BEGIN", rowCount: null, rows: [] };

/**
 * A connection of the pool that saves round trips. Without the option `pipeline` (pool.ts) the driver sends a statement only after the answer to
 * the statement before. Each round trip wakes both programs, and a transaction holds its locks and its connection for longer.
 */
export class ClientOfFewPackets extends pg.Client {
  #isToBegin = false;
  #isGathering = false;

  /**
   * Sends `begin` together with the first statement of the transaction. If `begin` fails, so does that statement. The type `never` fits each
   * of the seven overloads.
   */
  override query(...parameters: unknown[]): never {
    if (parameters[0] === "begin") {
      this.#isToBegin = true;
      return Promise.resolve(begun) as never;
    }
    this.#gather();
    if (!this.#isToBegin) return this.#send(parameters) as never;
    this.#isToBegin = false;
    return Promise.all([this.#send(["begin"]), this.#send(parameters)]).then(([, answer]) => answer) as never;
  }

  #send(parameters: unknown[]): unknown {
    return Reflect.apply(super.query, this, parameters);
  }

  /** The statements of one turn of the event loop go out in one packet. */
  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }
}
