import type { RosterReason, RosterThing } from "@storyport/contract/rosters";
import type { StoredChange } from "./listed-roster.ts";

type SureChange = Omit<StoredChange, "classPosition" | "answers">;

/** Adds the changes of one class to those of the run. Their order is the position that answers name. */
export class ChangesOfClass {
  readonly position: number;
  readonly className: string;
  readonly #changes: StoredChange[];
  /** The question whether this is a class that the portal has. */
  #likeness: StoredChange | undefined;

  constructor(position: number, className: string, changes: StoredChange[]) {
    this.position = position;
    this.className = className;
    this.#changes = changes;
  }

  /** Adds a change that needs no answer. */
  add(change: SureChange): void {
    this.#changes.push(this.#placed(change));
  }

  /** Adds a question. A person chooses one of its answers, or the run skips it. */
  ask(change: Omit<StoredChange, "classPosition" | "kind">): StoredChange {
    const question = { ...change, kind: "CONFLICT", classPosition: this.position } as const;
    this.#changes.push(question);
    return question;
  }

  /** Asks whether this is a class that the portal has. */
  askForLikeness(change: Omit<StoredChange, "classPosition" | "kind">): void {
    this.#likeness = this.ask(change);
  }

  /** Adds a change for the case that the class is another than the class it looks like. Without that question there is no such case. */
  addIfOther(change: SureChange): void {
    if (this.#likeness !== undefined) (this.#likeness.ifOther ??= []).push(this.#placed(change));
  }

  /** Adds a question without answers: it shows what the run cannot apply. */
  refuse(thing: RosterThing, reason: RosterReason, name = this.className): void {
    this.ask({ thing, reason, name, answers: [] });
  }

  #placed(change: SureChange): StoredChange {
    return { ...change, answers: [], classPosition: this.position };
  }
}
