import { connect } from "node:net";
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { sessionCookie } from "#/stores/fill-portal.ts";
import { getRequest } from "./connection.ts";

/** Seconds. Long enough for a thousand boards to be read. */
const longestChange = 60;

/** The open streams of boards, one for each lesson. Counts their bytes and events. */
export class Boards {
  readonly #sockets: Socket[];
  #bytes = 0;
  #events = 0;

  constructor(port: number, lessons: readonly string[]) {
    this.#sockets = lessons.map((id, index) => {
      const socket = connect({ port, host: "127.0.0.1" });
      socket.on("data", (chunk) => {
        this.#bytes += chunk.length;
        this.#events += chunk.toString("latin1").split("\ndata: {").length - 1;
      });
      socket.write(getRequest(`/api/auth/lessons/${id}/board/events`, sessionCookie(index + 1)));
      return socket;
    });
  }

  /** Waits until there are so many events in all. */
  async untilEvents(count: number): Promise<void> {
    const latest = performance.now() + longestChange * 1000;
    while (this.#events < count) {
      if (performance.now() > latest) throw new Error(`${this.#events} of ${count} events came.`);
      await pause(20);
    }
  }

  takeBytes(): number {
    const bytes = this.#bytes;
    this.#bytes = 0;
    return bytes;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
