/** The figures of each kind of fault, and the table of them. */
import { median } from "#/figures/rounds.ts";
import type { Seen } from "./load.ts";

const slowAfter = 2;

export interface Strike {
  kind: string;
  /** performance.now() when the fault began, and when everything was well again. */
  from: number;
  until: number;
  /** Whether all parts came back by themselves. */
  isHealed: boolean;
}

export interface KindFigures {
  kind: string;
  count: number;
  failed: number;
  requests: number;
  /** Successful answers that took longer than two seconds. */
  slow: number;
  /** For each strike: seconds from its beginning to its last failed request, or 0 if no request failed. */
  recoveries: readonly number[];
  unhealed: number;
}

/** In the order of their first strike. */
export function figuresOf(strikes: readonly Strike[], seen: readonly Seen[]): KindFigures[] {
  return [...new Set(strikes.map(({ kind }) => kind))].map((kind) => {
    const own = strikes.filter((strike) => strike.kind === kind);
    const within = own.map(({ from, until }) => seen.filter(({ at }) => at >= from && at < until));
    const failures = within.map((requests) => requests.filter(({ fault }) => fault !== undefined));
    return {
      kind,
      count: own.length,
      requests: within.flat().length,
      failed: failures.flat().length,
      slow: within.flat().filter(({ seconds, fault }) => fault === undefined && seconds > slowAfter).length,
      recoveries: failures.map((failed, index) => Math.max(0, ...failed.map(({ at }) => (at - (own[index]?.from ?? at)) / 1000))),
      unhealed: own.filter(({ isHealed }) => !isHealed).length,
    };
  });
}

export function tableOf(figures: readonly KindFigures[]): string {
  const lines = figures.map(({ kind, count, failed, requests, slow, recoveries, unhealed }) => {
    const [middle, worst] = [median(recoveries), Math.max(...recoveries)].map((seconds) => seconds.toFixed(1));
    return `| ${kind} | ${count} | ${failed} / ${requests} | ${slow} | ${middle} | ${worst} | ${unhealed} |`;
  });
  return [
    "| fault | times | failed requests | slow (over 2 s) | recovery, median s | worst s | not healed by itself |",
    "|---|---|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}
