/** Measuring on a machine that others use too: everything takes turns, only ratios within one round count, and the middle one wins. */
import { tell } from "./run-bench.ts";

/** Runs each variant once per round. The order turns round each time, so that a drift of the machine hits all alike. */
export async function takeTurns<Name extends string, Seen>(
  variants: Record<Name, () => Promise<Seen>>,
  rounds: number,
): Promise<Record<Name, Seen[]>> {
  const names = Object.keys(variants) as Name[];
  // Filled below for each of the names.
  const seen = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Seen[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      tell(`round ${round + 1} of ${rounds}: ${name}`);
      seen[name].push(await variants[name]());
    }
  }
  return seen;
}

/** The middle one; of an even number the mean of the two. */
export function median(values: readonly number[]): number {
  return (quantile(values, 0.5) + quantile(values, 0.5, "upper")) / 2;
}

/** The value that this share of all values does not exceed. */
export function quantile(values: readonly number[], share: number, side: "lower" | "upper" = "lower"): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = side === "lower" ? Math.ceil(sorted.length * share) - 1 : Math.floor(sorted.length * share);
  return sorted[Math.min(sorted.length - 1, Math.max(0, place))] ?? Number.NaN;
}

/** The median of the ratios within each round: what the machine did meanwhile is in both sides. */
export function pairedRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
}
