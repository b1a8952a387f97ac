import { limits } from "@storyport/contract/limits";

export interface PageOf<T> {
  results: readonly T[];
  offset: number;
  count: number;
  total: number;
  /** At least one. */
  pages: number;
}

/** A page, from 1, of a list that is here as a whole; beyond the end it is the last one. */
export function pageOf<T>(list: readonly T[], page: number, size: number = limits.list.pageSize): PageOf<T> {
  const pages = Math.max(1, Math.ceil(list.length / size));
  const offset = (Math.min(page, pages) - 1) * size;
  const results = list.slice(offset, offset + size);
  return { results, offset, count: results.length, total: list.length, pages };
}

/** Whether one of the texts holds what is searched for, in whichever case and however its accents are written. */
export function isFound(filter: string, texts: readonly string[]): boolean {
  const plain = (text: string) => text.normalize("NFC").toLocaleLowerCase();
  return texts.some((text) => plain(text).includes(plain(filter)));
}
