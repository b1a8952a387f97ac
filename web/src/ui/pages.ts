/** A page number to offer, or the place where some are left out. */
export type PageEntry = number | "gap";

/**
 * The pages a pagination offers: all of them up to five, otherwise the first, the last, the current one and its neighbours,
 * with a gap wherever pages are left out (specification, section 2, user search). A current page out of range counts as the nearest.
 */
export function pages(current: number, count: number): PageEntry[] {
  if (count <= pagesAlwaysShown) return Array.from({ length: Math.max(count, 0) }, (_, index) => index + 1);
  const here = Math.min(Math.max(current, 1), count);
  const offered = [...new Set([1, here - 1, here, here + 1, count])].filter((page) => page >= 1 && page <= count);
  return offered.flatMap((page, index) => (page - (offered[index - 1] ?? 0) > 1 ? (["gap", page] as const) : [page]));
}

const pagesAlwaysShown = 5;
