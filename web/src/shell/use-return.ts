import { useEffect, useState } from "react";

const firstWaitSeconds = 5;
const longestWaitSeconds = 60;

/** Returns the seconds before the next try: 5, 10, 20, 40, then 60. `tries` may come from a cookie, so it may be any number. */
export function waitBefore(tries: number): number {
  return Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** Math.max(tries, 0));
}

/**
 * Returns whether the portal can be used again. It asks for `address` in the background, with growing pauses, until an answer other than
 * 503 comes. Pauses vary by a fifth, so that not all browsers of a school ask in the same second.
 */
export function useReturn(address: string): boolean {
  const [isBack, setIsBack] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const askLater = (tries: number) => {
      timer = setTimeout(() => void ask(tries), waitBefore(tries) * (0.8 + Math.random() * 0.4) * 1000);
    };
    const ask = async (tries: number) => {
      const status = await statusOf(address);
      if (isGone) return;
      if (status === undefined || status === 503) askLater(tries + 1);
      else setIsBack(true);
    };
    askLater(0);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [address]);
  return isBack;
}

/** Asks without fetching the page. A redirect is an answer too, so it is not followed. Undefined if the network is away. */
async function statusOf(address: string): Promise<number | undefined> {
  return await fetch(address, { method: "HEAD", credentials: "same-origin", cache: "no-store", redirect: "manual" }).then(
    ({ status }) => status,
    () => undefined,
  );
}
