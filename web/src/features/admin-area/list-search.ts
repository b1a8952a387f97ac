/** What of a list stands in the address: the page, from 1, and what is searched for. Whatever is no page is the first. */
export interface ListSearch {
  page: number;
  filter: string;
}

export function readListSearch(search: Record<string, unknown>): ListSearch {
  const { page, filter } = search;
  const wanted = typeof page === "number" ? page : typeof page === "string" && /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1;
  return { page: Number.isInteger(wanted) && wanted >= 1 ? wanted : 1, filter: typeof filter === "string" ? filter.slice(0, 200) : "" };
}
