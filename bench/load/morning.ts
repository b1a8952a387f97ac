/** A school morning: arrivals rise from 8:00, are most at 8:15 and end at 8:30, here in less time. */
import { setTimeout as pause } from "node:timers/promises";

export interface Morning {
  /** Milliseconds of each arrival that succeeded. */
  took: number[];
  faults: string[];
  /** The planned arrivals of the fullest second: by the raised cosine twice as many as on average. */
  plannedPeak: number;
}

/** Arrivals follow a raised cosine, and do not wait for earlier arrivals. */
export async function playMorning(
  { arrivals, seconds }: { arrivals: number; seconds: number },
  arrive: (index: number) => Promise<unknown>,
): Promise<Morning> {
  const morning: Morning = { took: [], faults: [], plannedPeak: (2 * arrivals) / seconds };
  const one = async (index: number): Promise<void> => {
    // Measured from the real start, so a late generator does not show.
    const began = performance.now();
    try {
      await arrive(index);
      morning.took.push(performance.now() - began);
    } catch (error) {
      morning.faults.push(String(error));
    }
  };
  const start = performance.now();
  const arriving: Promise<void>[] = [];
  for (let index = 0; index < arrivals; index += 1) {
    const wait = start + 1000 * seconds * timeOf((index + 0.5) / arrivals) - performance.now();
    if (wait > 0) await pause(wait);
    arriving.push(one(index));
  }
  await Promise.all(arriving);
  return morning;
}

/**
 * Returns the time, as a share of the morning, until which this share of all has arrived. It is the inverse of
 * x - sin(2 pi x) / 2 pi.
 */
function timeOf(share: number): number {
  let [low, high] = [0, 1];
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if (middle - Math.sin(2 * Math.PI * middle) / (2 * Math.PI) < share) low = middle;
    else high = middle;
  }
  return low;
}
