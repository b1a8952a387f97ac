import { countedMethods } from "@storyport/contract/health";
import type { CountedMethod, LoginOutcome, PlatformHealth } from "@storyport/contract/health";

type Counts = Record<LoginOutcome, number>;

export interface HourOfLogins {
  /** The beginning, as ISO time. */
  hour: string;
  counts: Counts;
}

export interface MethodLogins {
  method: CountedMethod;
  /** All 24 hours, also those without a login. */
  hours: HourOfLogins[];
  total: Counts;
  /** The longest bar. In each hour one bar counts the successes, and one the failures and refusals together. */
  most: number;
}

const hourMs = 3_600_000;
const hoursShown = 24;

/** Returns the methods by which users logged in or tried, in the contract's order. */
export function loginsByMethod({ from, hours }: PlatformHealth["logins"]): MethodLogins[] {
  const starts = Array.from({ length: hoursShown }, (_, index) => new Date(Date.parse(from) + index * hourMs).toISOString());
  return countedMethods.flatMap((method) => {
    const rows = hours.filter((row) => row.method === method);
    if (rows.length === 0) return [];
    const countIn = (hour: string | undefined, outcome: LoginOutcome): number =>
      rows.filter((row) => row.outcome === outcome && (hour === undefined || row.hour === hour)).reduce((sum, { count }) => sum + count, 0);
    const countsIn = (hour?: string): Counts => ({
      SUCCEEDED: countIn(hour, "SUCCEEDED"),
      FAILED: countIn(hour, "FAILED"),
      REFUSED: countIn(hour, "REFUSED"),
    });
    const byHour = starts.map((hour) => ({ hour, counts: countsIn(hour) }));
    const most = Math.max(...byHour.flatMap(({ counts }) => [counts.SUCCEEDED, counts.FAILED + counts.REFUSED]));
    return [{ method, hours: byHour, total: countsIn(), most }];
  });
}
