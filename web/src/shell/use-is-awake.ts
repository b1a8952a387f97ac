import { useSyncExternalStore } from "react";

/** Whether the page is the browser's by now: false on the server and while what that has drawn wakes up. */
export function useIsAwake(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

const subscribeToNothing = () => () => undefined;
