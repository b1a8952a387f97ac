import { useSyncExternalStore } from "react";

/** Returns what only a browser knows; undefined on the server and until React has hydrated the page. The value never changes. */
export function useInBrowser<T>(read: () => T): T | undefined {
  return useSyncExternalStore<T | undefined>(subscribeToNothing, read, () => undefined);
}

const subscribeToNothing = () => () => undefined;
