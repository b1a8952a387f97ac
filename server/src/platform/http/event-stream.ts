/** An answer of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** A browser that takes nothing for this many beats is gone or too slow. It comes back by itself. */
const mostBeatsMissed = 6;
/** In milliseconds. */
const reconnectAfter = 2000;

export class EventStream {
  /** A slow reader's line is full, so a newer event replaces the one that waits. Each event is the whole state. */
  #waiting: string | undefined;
  #isAskedFor = false;
  #beatsMissed = 0;
  readonly #body = new Readable({
    read: () => {
      this.#isAskedFor = true;
      this.#beatsMissed = 0;
      this.#sendWaiting();
    },
  });
  #lastId: number;
  #isEnded = false;

  /** `lastEventId` is the header of a browser that comes back. Ids go on from there. */
  constructor(lastEventId: string | undefined) {
    const last = Number(lastEventId);
    this.#lastId = Number.isSafeInteger(last) && last > 0 ? last : 0;
    this.#write(`retry: ${reconnectAfter}\n\n`);
  }

  answer(reply: FastifyReply): FastifyReply {
    reply.header("content-type", "text/event-stream; charset=utf-8");
    // Without this nginx collects events until a page is full.
    reply.header("x-accel-buffering", "no");
    return reply.send(this.#body);
  }

  /** Sends JSON under an id of the clock, so that ids also increase when the browser reconnects to another portal. */
  send(data: string): void {
    this.#lastId = Math.max(Date.now(), this.#lastId + 1);
    this.#waiting = `id: ${this.#lastId}\ndata: ${data}\n\n`;
    if (this.#isAskedFor) this.#sendWaiting();
  }

  /** Sends a comment, so that proxies and this process notice a dead connection. Closes the stream of a reader that takes nothing. */
  beat(): void {
    if (this.#body.readableLength === 0) return this.#write(":\n\n");
    this.#beatsMissed += 1;
    if (this.#beatsMissed === mostBeatsMissed) this.#body.destroy();
  }

  /** Says that there will be no more events. Without `isFinal` the browser reconnects. */
  end({ isFinal }: { isFinal: boolean }): void {
    if (this.#body.destroyed || this.#isEnded) return;
    this.#sendWaiting();
    if (isFinal) this.#write("event: end\ndata: {}\n\n");
    this.#isEnded = true;
    this.#body.push(null);
  }

  onClose(closed: () => void): void {
    this.#body.once("close", closed);
  }

  #sendWaiting(): void {
    if (this.#waiting === undefined) return;
    const event = this.#waiting;
    this.#waiting = undefined;
    this.#isAskedFor = false;
    this.#write(event);
  }

  #write(text: string): void {
    // A slow reader has not read the end yet, and nothing may follow it.
    if (this.#body.destroyed || this.#isEnded) return;
    this.#body.push(text);
  }
}
