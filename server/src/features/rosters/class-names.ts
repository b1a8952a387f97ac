/** Who has which name once a list is applied. Without a person's answer no two classes get names that look the same. */
import { playerGroupName } from "@storyport/contract/player-groups";
import { classKey } from "#/features/class-imports/name-skeleton.ts";
import type { KnownClass, ListedClass } from "./listed-roster.ts";

/** Returns the name as the portal stores it. Returns undefined if a class cannot have this name. */
export function readClassName({ name }: Pick<ListedClass, "name">): string | undefined {
  return playerGroupName.safeParse(name).data;
}

/** A name that a person gave the class stays until the list changes its own. */
export function keepsName(known: KnownClass, name: string): boolean {
  return name === known.listedName || name === known.name;
}

type Named = Pick<ListedClass, "externalId" | "name">;

export class ClassNames {
  /** The classes of the portal, by the keys of their names. */
  readonly #holdersOf: ReadonlyMap<string, readonly KnownClass[]>;
  /** The school's id of the first class of the list that gets a name, by the name's key. */
  readonly #firstWith = new Map<string, string>();
  /** The classes whose names become free, because the list renames them without a question. */
  readonly #leaving = new Set<string>();

  constructor(known: readonly KnownClass[], list: readonly ListedClass[]) {
    this.#holdersOf = Map.groupBy(known, ({ name }) => classKey(name));
    const bound = new Map(known.map((each) => [each.externalId, each]));
    const renamed = list.flatMap(({ externalId, ...listed }) => {
      const [name, former] = [readClassName(listed), bound.get(externalId)];
      if (name === undefined || (former !== undefined && keepsName(former, name))) return [];
      const key = classKey(name);
      if (!this.#firstWith.has(key)) this.#firstWith.set(key, externalId);
      return former === undefined || key === classKey(former.name) ? [] : [{ externalId, name, former }];
    });
    this.#findLeaving(renamed);
  }

  /** Lists the other classes that have such a name and keep it. */
  holdersOf(name: string, ownId?: string): KnownClass[] {
    return (this.#holdersOf.get(classKey(name)) ?? []).filter(({ id }) => id !== ownId && !this.#leaving.has(id));
  }

  /** Returns whether a class before this class of the list gets such a name. */
  isRepeated({ externalId, name }: Named): boolean {
    return this.#firstWith.get(classKey(name)) !== externalId;
  }

  /** Returns whether a class that the portal has gets its new name only if a person says so. */
  isTaken(listed: Named, ownId: string): boolean {
    return this.isRepeated(listed) || this.holdersOf(listed.name, ownId).length > 0;
  }

  /** Finds the classes that leave their names. At first all renamed classes count as such, so that two classes may swap their names. */
  #findLeaving(renamed: readonly (Named & { former: KnownClass })[]): void {
    for (const { former } of renamed) this.#leaving.add(former.id);
    // Of several classes that want a name, the later ones are asked about in any case.
    const wanting = new Map(renamed.toReversed().map((each) => [classKey(each.name), each]));
    for (const each of renamed) {
      let staying = this.isTaken(each, each.former.id) ? each : undefined;
      // A class that is asked about may keep its name. So the class that wants this name is asked about too.
      while (staying !== undefined && this.#leaving.delete(staying.former.id)) staying = wanting.get(classKey(staying.former.name));
    }
  }
}
