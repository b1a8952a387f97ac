import type { AppContext } from "#/context.ts";
import { Refusal } from "#/platform/refusal.ts";
import { clearProgress, noteProgress } from "./progress-queries.ts";
import type { RunOf } from "./progress-queries.ts";

/**
 * Tells how far a run is, by another connection than its transaction. The run does not wait for a note. While a note is being written,
 * only the latest of the following notes waits. A note that fails is left out.
 */
export class RunProgress {
  readonly #context: Pick<AppContext, "database" | "log">;
  readonly #of: RunOf;
  #next: { done: number; all: number } | undefined;
  #writing: Promise<void> | undefined;
  #hasTold = false;

  constructor(context: Pick<AppContext, "database" | "log">, of: RunOf) {
    this.#context = context;
    this.#of = of;
  }

  /** After success or a refusal nothing is left to tell. After any other end the note stays: the run ended half-way. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      await this.#end();
      return result;
    } catch (error) {
      if (error instanceof Refusal) await this.#end();
      throw error;
    }
  }

  /** Notes that `done` of `all` changes of the run are made. */
  readonly tell = (done: number, all: number): void => {
    this.#next = { done, all };
    this.#hasTold = true;
    this.#writing ??= this.#write();
  };

  async #write(): Promise<void> {
    while (this.#next !== undefined) {
      const note = this.#next;
      this.#next = undefined;
      await this.#attempt(() => noteProgress(this.#context.database, { ...this.#of, ...note }));
    }
    this.#writing = undefined;
  }

  async #end(): Promise<void> {
    // A call that was refused before it told anything must not clear another call's note.
    if (!this.#hasTold) return;
    this.#next = undefined;
    await this.#writing;
    await this.#attempt(() => clearProgress(this.#context.database, this.#of));
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#context.log.warn({ err: error, runId: this.#of.runId }, "how far a school's list is could not be noted");
    }
  }
}
