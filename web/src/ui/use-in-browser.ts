import { useSyncExternalStore } from "react";

/**
 * Returns what only a browser knows; undefined on the server and until React has hydrated the page. `read` runs at each drawing. It must
 * return the same value while nothing changes, because React draws again without end if each call makes a new object.
 */
export function useInBrowser<T>(read: () => T): T | undefined {
  return useSyncExternalStore<T | undefined>(subscribeToNothing, read, () => undefined);
}

const subscribeToNothing = () => () => undefined;
