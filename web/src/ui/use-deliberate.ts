import { useEffect, useState } from "react";

/** Longer than the gap of a double click, in milliseconds. */
const untilSeen = 500;

/**
 * False until the page has been visible for half a second. A page may appear, or come to the front, under the second press of a double
 * click. That press must not confirm a question.
 */
export function useDeliberate(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      setReady(false);
      timer = setTimeout(() => setReady(true), untilSeen);
    };
    wait();
    addEventListener("focus", wait);
    document.addEventListener("visibilitychange", wait);
    return () => {
      clearTimeout(timer);
      removeEventListener("focus", wait);
      document.removeEventListener("visibilitychange", wait);
    };
  }, []);
  return isReady;
}
