import type { Settings } from "#/platform/settings.ts";

/** What a link to a game's own start is called outside: the product's name (specification, section 4). */
export function startTypeOf({ brand }: Pick<Settings, "brand">): string {
  return brand.productName.toLowerCase();
}

export function once<T>(list: readonly T[]): T[] {
  return [...new Set(list)];
}
