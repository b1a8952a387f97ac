/** When badges and codes end, in words, and when to make new badges. */
import { limits } from "@storyport/contract/limits";
import type { BadgeHolder } from "@storyport/contract/qr-login";
import { formatLocales } from "#/shell/format-locales.ts";

/** Badges end with a day in UTC, as a rule the 31st of July (`school_year_end` in the database). The reader's time zone must not shift it. */
export function lastDay(iso: string): string {
  return new Intl.DateTimeFormat(formatLocales(), { dateStyle: "medium", timeZone: "UTC" }).format(new Date(iso));
}

/** The time of day in the reader's zone. */
export function timeOfDay(iso: string): string {
  return new Intl.DateTimeFormat(formatLocales(), { timeStyle: "short" }).format(new Date(iso));
}

const dayInMilliseconds = 24 * 3600 * 1000;
const { badgeEndsSoonDays, badgeEndsUrgentlyDays } = limits.classOverview;

export interface BadgeExpiry {
  isUrgent: boolean;
  /** The number of badges that end soon, and the first end. */
  count: number;
  first: string;
}

/** Warns from 30 days before badges end, and more strongly from 7, in time to print new ones. Undefined before that, and without badges. */
export function badgeExpiry(students: readonly Pick<BadgeHolder, "badge">[], now: number): BadgeExpiry | undefined {
  const ends = students.flatMap(({ badge }) => (badge === undefined ? [] : [badge.expiresAt])).toSorted();
  const soon = ends.filter((end) => Date.parse(end) - now <= badgeEndsSoonDays * dayInMilliseconds);
  const [first] = soon;
  if (first === undefined) return undefined;
  return { isUrgent: Date.parse(first) - now <= badgeEndsUrgentlyDays * dayInMilliseconds, count: soon.length, first };
}
