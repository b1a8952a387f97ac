import { useEffect, useState } from "react";

const firstWaitSeconds = 5;
const longestWaitSeconds = 60;

/** Seconds before the next try: 5, 10, 20, 40, then 60. */
export function waitBefore(tries: number): number {
  return Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** Math.min(Math.max(tries, 0), 10));
}

/**
 * Asks for an address with growing pauses, and returns whether it was answered without a 503. Pauses vary by a fifth, so that a
 * school does not come back in the same second.
 */
export function useReturn(address: string): boolean {
  const [isBack, setIsBack] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askLater = (tries: number) => {
      timer = setTimeout(() => void ask(tries), waitBefore(tries) * (0.8 + Math.random() * 0.4) * 1000);
    };
    const ask = async (tries: number) => {
      const status = await statusOf(address);
      if (status === undefined || status === 503) askLater(tries + 1);
      else setIsBack(true);
    };
    askLater(0);
    return () => clearTimeout(timer);
  }, [address]);
  return isBack;
}

/** Undefined if the network is away too. */
async function statusOf(address: string): Promise<number | undefined> {
  return await fetch(address, { method: "HEAD", credentials: "same-origin", cache: "no-store", redirect: "manual" }).then(
    ({ status }) => status,
    () => undefined,
  );
}
