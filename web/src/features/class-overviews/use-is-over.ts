import { useCallback, useSyncExternalStore } from "react";

/**
 * Returns true once the time has come by this browser's clock. Without a time, and on the server, it returns false. The caller renders again
 * when the time comes, or when the user returns to the page after it.
 */
export function useIsOver(time: string | undefined): boolean {
  const end = time === undefined ? Infinity : Date.parse(time);
  const subscribe = useCallback(
    (look: () => void) => {
      if (end === Infinity) return () => undefined;
      const timer = setTimeout(look, Math.max(0, end - Date.now()));
      // A sleeping device stops the timer.
      document.addEventListener("visibilitychange", look);
      return () => {
        clearTimeout(timer);
        document.removeEventListener("visibilitychange", look);
      };
    },
    [end],
  );
  return useSyncExternalStore(
    subscribe,
    () => end <= Date.now(),
    () => false,
  );
}
