/** The network between the machines: TCP connections that pass through here, so that they can be cut. */
import { connect, createServer, type Server, type Socket } from "node:net";

import type { Place } from "./places.ts";

interface Pair {
  readonly outer: Socket;
  readonly inner: Socket;
  isReplication: boolean;
}

/**
 * Which connections are cut. Wires see only what comes in at a machine. So the replication of an isolated machine is cut at the machine
 * from which it replicates ("replication"). Patroni of the isolated machine still reaches the REST interface there.
 */
type Cut = "none" | "all" | "replication";

/** The word in the first message of a replicating connection (PostgreSQL's protocol). */
const replicating = "replication\0";
/** A client may first ask for GSS encryption and for TLS. The cluster uses neither, so the word stays readable. */
const firstChunks = 3;

export class Wire {
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  /** Clients that connected during a full cut. They get no answer until the repair. */
  readonly #held = new Set<Socket>();
  readonly #to: Place;
  #cut: Cut = "none";

  private constructor(to: Place) {
    this.#to = to;
    this.#server = createServer({ noDelay: true }, (outer) => this.#accept(outer));
  }

  /** Listens at `from`, and passes on to `to`. */
  static async open(from: Place, to: Place): Promise<Wire> {
    const wire = new Wire(to);
    await new Promise<void>((resolve, reject) => {
      wire.#server.once("error", reject);
      wire.#server.listen({ ...from, exclusive: true }, resolve);
    });
    return wire;
  }

  /** Cuts these connections. Nothing arrives on either side, and neither side is told, as when a cable is pulled. */
  cut(which: "all" | "replication"): void {
    this.#cut = which;
    for (const pair of this.#pairs) if (this.#isCut(pair)) silence(pair);
  }

  /** Ends every connection, also those that were never cut. Clients connect again. */
  repair(): void {
    this.#cut = "none";
    for (const { outer, inner } of this.#pairs) {
      outer.destroy();
      inner.destroy();
    }
    for (const socket of this.#held) socket.destroy();
  }

  close(): void {
    this.repair();
    this.#server.close();
  }

  #isCut({ isReplication }: Pair): boolean {
    return this.#cut === "all" || (this.#cut === "replication" && isReplication);
  }

  #accept(outer: Socket): void {
    outer.on("error", () => undefined);
    if (this.#cut === "all") {
      this.#held.add(outer);
      outer.once("close", () => this.#held.delete(outer));
      return;
    }
    const inner = connect({ ...this.#to, noDelay: true });
    const pair = { outer, inner, isReplication: false };
    this.#pairs.add(pair);
    const end = (): void => {
      outer.destroy();
      inner.destroy();
      this.#pairs.delete(pair);
    };
    for (const socket of [outer, inner]) socket.on("error", end).on("close", end);
    inner.pipe(outer);
    this.#pass(pair);
  }

  /** Passes on what the client sends. It looks at each of the first messages before it passes it on. */
  #pass(pair: Pair): void {
    const { outer, inner } = pair;
    let seen = 0;
    const look = (chunk: Buffer): void => {
      seen += 1;
      pair.isReplication = chunk.includes(replicating);
      if (this.#isCut(pair)) return silence(pair);
      inner.write(chunk);
      if (!pair.isReplication && seen < firstChunks) return;
      outer.off("data", look);
      outer.pipe(inner);
    };
    outer.on("data", look);
  }
}

function silence({ outer, inner }: Pair): void {
  for (const socket of [outer, inner]) {
    socket.unpipe();
    socket.pause();
  }
}
