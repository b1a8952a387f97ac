import type { Settings } from "#/platform/settings.ts";

/** The public type name of a link to a game's start page: the product's name (specification, section 4). */
export function startTypeOf({ brand }: Pick<Settings, "brand">): string {
  return brand.productName.toLowerCase();
}

/** Returns the list without repetitions, in its order. */
export function distinct<T>(list: readonly T[]): T[] {
  return [...new Set(list)];
}
