/** Standard output for the log. A full disk, or a reader that went away, costs lines and never stops the portal. */
import { write, writeSync } from "node:fs";
import type { DestinationStream } from "pino";

/** In characters. While nothing can be written, later lines are dropped. */
const longestQueue = 1_000_000;
/** In milliseconds. */
const pauseWhenBusy = 50;
/** An exit waits at most a second for a slow reader of a pipe that does not block. */
const mostTries = 20;

/**
 * pino's own output ends the process at the first line that cannot be written, and its `flushSync` then retries for ever. This output keeps the
 * lines, retries with the next line, and tells standard error when the loss begins and ends. What is left is written at the exit.
 */
export class LogOutput implements DestinationStream {
  readonly #fd = 1;
  #queue: string[] = [];
  #queued = 0;
  /** What is left of the lines that were taken from the queue. A line that was cut goes on where it stopped. */
  #rest: Buffer = Buffer.alloc(0);
  #isWriting = false;
  #isFailing = false;
  #dropped = 0;

  constructor() {
    process.on("exit", () => this.#writeAtExit());
  }

  write(line: string): void {
    if (this.#queued + line.length > longestQueue) this.#dropped++;
    else {
      this.#queue.push(line);
      this.#queued += line.length;
    }
    this.#writeNext();
  }

  #takeQueue(): Buffer {
    const lines = Buffer.from(this.#queue.join(""));
    this.#queue = [];
    this.#queued = 0;
    return lines;
  }

  #writeNext(): void {
    if (this.#isWriting) return;
    if (this.#rest.length === 0) this.#rest = this.#takeQueue();
    if (this.#rest.length === 0) return;
    this.#isWriting = true;
    write(this.#fd, this.#rest, (error, bytes) => {
      this.#isWriting = false;
      if (error === null) {
        this.#rest = this.#rest.subarray(bytes);
        this.#succeeded();
        this.#writeNext();
      } else if (isBusy(error)) setTimeout(() => this.#writeNext(), pauseWhenBusy);
      else this.#failed(error);
    });
  }

  /** A write that has begun ends by itself before the process does. Only the lines after it are left. */
  #writeAtExit(): void {
    let left = this.#isWriting ? this.#takeQueue() : Buffer.concat([this.#rest, this.#takeQueue()]);
    for (let tries = 0; tries < mostTries && left.length > 0;) {
      try {
        left = left.subarray(writeSync(this.#fd, left));
        this.#succeeded();
      } catch (error) {
        if (!isBusy(error)) return this.#failed(error);
        tries++;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseWhenBusy);
      }
    }
  }

  #succeeded(): void {
    // A slow reader costs lines too, without a fault.
    if (!this.#isFailing && this.#dropped === 0) return;
    console.error(`The log can be written again. Lines that were dropped: ${this.#dropped}.`);
    this.#isFailing = false;
    this.#dropped = 0;
  }

  #failed(error: unknown): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    console.error(`The log cannot be written (${codeOf(error)}). The portal goes on, and drops lines until it can.`);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

/** The reader of a pipe has not taken what was written before. */
function isBusy(error: unknown): boolean {
  return codeOf(error) === "EAGAIN";
}
