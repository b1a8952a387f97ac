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

  add(change: Omit<StoredChange, "classPosition" | "answers">): void {
    this.#changes.push({ ...change, answers: [], classPosition: this.position });
  }

  ask(change: Omit<StoredChange, "classPosition" | "kind">): void {
    this.#changes.push({ ...change, kind: "CONFLICT", classPosition: this.position });
  }

  /** Shows what cannot be applied. */
  refuse(thing: RosterThing, reason: RosterReason, name = this.className): void {
    this.ask({ thing, reason, name, answers: [] });
  }
}
