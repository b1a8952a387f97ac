import { formatLocales } from "./format-locales.ts";

/**
 * Sorts by name in the reader's language. All lists of a class's children do so, because a child must have the same place in each. The
 * database sorts by code points. Things with the same name are sorted by id.
 */
export function sortByName<Thing>(things: readonly Thing[], read: (thing: Thing) => readonly [name: string, id: string]): Thing[] {
  const { compare } = new Intl.Collator(formatLocales());
  return things
    .map((thing) => ({ thing, key: read(thing) }))
    .toSorted(({ key: [name, id] }, { key: [otherName, otherId] }) => compare(name, otherName) || compare(id, otherId))
    .map(({ thing }) => thing);
}
