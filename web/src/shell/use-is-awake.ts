import { useSyncExternalStore } from "react";

/** True once React has hydrated the page; false on the server and during hydration. */
export function useIsAwake(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

const subscribeToNothing = () => () => undefined;
