import type { FormValues } from "./kept-values.ts";

/** Lists of choices have no order, and spaces around a word are not part of it. */
export function isSame(one: FormValues[string], other: FormValues[string]): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return one.toSorted().join("\n") === other.toSorted().join("\n");
  if (typeof one === "string" && typeof other === "string") return one.trim() === other.trim();
  return one === other;
}

/**
 * What the form shows after somebody else changed what it edits: what was not touched here becomes what it is now, what was touched
 * stays. Otherwise saving again would undo the other's work unseen.
 */
export function followed<T extends FormValues>(values: T, before: T, now: T): T {
  const touched = Object.entries(values).filter(([field, value]) => !isSame(value, before[field]));
  return { ...now, ...Object.fromEntries(touched) };
}
