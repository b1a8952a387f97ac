import type { RosterReason, RosterThing } from "@storyport/contract/rosters";
import type { StoredChange } from "./listed-roster.ts";

/** Collects the changes of one class, in order. */
export class ChangesOfClass {
  readonly position: number;
  readonly className: string;
  readonly #changes: StoredChange[];

  constructor(position: number, className: string, changes: StoredChange[]) {
    this.position = position;
    this.className = className;
    this.#changes = changes;
  }

  /** Adds a change that needs no answer. */
  add(change: Omit<StoredChange, "classPosition" | "answers">): void {
    this.#changes.push({ ...change, answers: [], classPosition: this.position });
  }

  /** Adds a question. A person chooses one of its answers, or the run skips it. */
  ask(change: Omit<StoredChange, "classPosition" | "kind">): void {
    this.#changes.push({ ...change, kind: "CONFLICT", classPosition: this.position });
  }

  /** Adds a question without answers: it shows what the run cannot apply. */
  refuse(thing: RosterThing, reason: RosterReason, name = this.className): void {
    this.ask({ thing, reason, name, answers: [] });
  }
}
