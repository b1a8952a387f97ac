/** Measuring on a shared machine. The variants take turns, only ratios within one round count, and the median is reported. */
import { tell } from "./run-bench.ts";

/** Runs each variant once per round. The order is reversed each time, so that a drift of the machine affects all equally. */
export async function takeTurns<Name extends string, Seen>(
  variants: Record<Name, () => Promise<Seen>>,
  rounds: number,
): Promise<Record<Name, Seen[]>> {
  const names = Object.keys(variants) as Name[];
  // The loop below fills the list of each name.
  const seen = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Seen[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      tell(`round ${round + 1} of ${rounds}: ${name}`);
      seen[name].push(await variants[name]());
    }
  }
  return seen;
}

/** Returns the median; for an even number of values the mean of the middle two. */
export function median(values: readonly number[]): number {
  return (quantile(values, 0.5) + quantile(values, 0.5, "upper")) / 2;
}

/** Returns the value that this share of all values does not exceed. `upper`: if the share ends between two values, the higher value. */
export function quantile(values: readonly number[], share: number, side: "lower" | "upper" = "lower"): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = side === "lower" ? Math.ceil(sorted.length * share) - 1 : Math.floor(sorted.length * share);
  return sorted[Math.min(sorted.length - 1, Math.max(0, place))] ?? Number.NaN;
}

/** Returns the median of the ratios within each round. Other load on the machine affects both sides of a ratio. */
export function pairedRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
}
