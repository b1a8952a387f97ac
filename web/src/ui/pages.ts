/** A page number to offer, or a gap for skipped pages. */
export type PageEntry = number | "gap";

/**
 * The pages that a pagination offers (specification, section 2, user search). Up to five it offers all. Otherwise it offers the first, the
 * last, the current page and its neighbours, with gaps between. A current page out of range is replaced by the nearest.
 */
export function pages(current: number, count: number): PageEntry[] {
  if (count <= pagesAlwaysShown) return Array.from({ length: Math.max(count, 0) }, (_, index) => index + 1);
  const here = Math.min(Math.max(current, 1), count);
  const offered = [...new Set([1, here - 1, here, here + 1, count])].filter((page) => page >= 1 && page <= count);
  return offered.flatMap((page, index) => (page - (offered[index - 1] ?? 0) > 1 ? (["gap", page] as const) : [page]));
}

const pagesAlwaysShown = 5;
