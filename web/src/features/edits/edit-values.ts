import type { FormValues } from "./kept-values.ts";

/** Compares without the order of choices and without surrounding spaces. */
export function isSame(one: FormValues[string], other: FormValues[string]): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return one.toSorted().join("\n") === other.toSorted().join("\n");
  if (typeof one === "string" && typeof other === "string") return one.trim() === other.trim();
  return one === other;
}

/**
 * Merges another user's changes into a form. Untouched fields take the present value, touched fields keep the draft. Otherwise the next
 * save would silently undo the other user's change.
 */
export function merged<T extends FormValues>(values: T, before: T, now: T): T {
  const touched = Object.entries(values).filter(([field, value]) => !isSame(value, before[field]));
  return { ...now, ...Object.fromEntries(touched) };
}
