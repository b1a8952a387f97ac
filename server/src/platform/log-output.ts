/** Standard output for the log. A full disk, or a reader that went away, costs lines and never stops the portal. */
import { write, writeSync } from "node:fs";
import type { DestinationStream } from "pino";

/** In characters. While nothing can be written, later lines are dropped. */
const longestQueue = 1_000_000;
/** In milliseconds. */
const pauseWhenBusy = 50;
/** An exit waits at most a second for a slow reader. */
const mostTries = 20;

/**
 * pino's own output ends the process at the first line that cannot be written, and its `flushSync` then retries for ever. This output keeps the
 * lines, retries with the next line, and tells standard error when the loss begins and ends.
 */
export function createLogOutput(fd = 1, say: (sentence: string) => void = console.error): DestinationStream {
  let queue: string[] = [];
  let queued = 0;
  /** What is left of the lines that were taken from the queue. A line that was cut goes on where it stopped. */
  let rest: Buffer = Buffer.alloc(0);
  let isWriting = false;
  let isFailing = false;
  let dropped = 0;

  function takeQueue(): Buffer {
    const lines = Buffer.from(queue.join(""));
    queue = [];
    queued = 0;
    return lines;
  }

  function succeeded(): void {
    // A slow reader costs lines too, without a fault.
    if (!isFailing && dropped === 0) return;
    isFailing = false;
    say(`The log can be written again. Lines that were dropped: ${dropped}.`);
    dropped = 0;
  }

  function failed(error: unknown): void {
    if (isFailing) return;
    isFailing = true;
    say(`The log cannot be written (${codeOf(error)}). The portal goes on, and drops lines until it can.`);
  }

  function writeNext(): void {
    if (isWriting) return;
    if (rest.length === 0) rest = takeQueue();
    if (rest.length === 0) return;
    isWriting = true;
    write(fd, rest, (error, bytes) => {
      isWriting = false;
      if (error === null) {
        rest = rest.subarray(bytes);
        succeeded();
        writeNext();
      } else if (isBusy(error)) setTimeout(writeNext, pauseWhenBusy);
      else failed(error);
    });
  }

  /** A write that has begun ends by itself before the process does. Only the lines after it are left. */
  function writeAtExit(): void {
    let left = isWriting ? takeQueue() : Buffer.concat([rest, takeQueue()]);
    for (let tries = 0; tries < mostTries && left.length > 0;) {
      try {
        left = left.subarray(writeSync(fd, left));
        succeeded();
      } catch (error) {
        if (!isBusy(error)) return failed(error);
        tries++;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseWhenBusy);
      }
    }
  }

  process.on("exit", writeAtExit);
  return {
    write(line) {
      if (queued + line.length > longestQueue) dropped++;
      else {
        queue.push(line);
        queued += line.length;
      }
      writeNext();
    },
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

/** The reader of a pipe has not taken what was written before. */
function isBusy(error: unknown): boolean {
  return codeOf(error) === "EAGAIN";
}
