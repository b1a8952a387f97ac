/** Web storage that never throws. If the browser blocks it, or it is full, only this object has the values, until the page is left. */
export interface BrowserStorage {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** `open` is a function, because a browser that blocks storage throws already when `sessionStorage` is read. */
export function browserStorage(open: () => Storage): BrowserStorage {
  const page = new Map<string, string>();
  return {
    get(key) {
      try {
        return page.get(key) ?? open().getItem(key) ?? undefined;
      } catch {
        return page.get(key);
      }
    },
    set(key, value) {
      try {
        open().setItem(key, value);
        page.delete(key);
      } catch {
        page.set(key, value);
      }
    },
    remove(key) {
      page.delete(key);
      try {
        open().removeItem(key);
      } catch {
        // Without storage there is nothing to remove.
      }
    },
  };
}
