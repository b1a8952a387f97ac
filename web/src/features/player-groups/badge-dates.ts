/** When badges and codes end, as it is said; and whether it is time to make new ones. */
import type { BadgeHolder } from "@storyport/contract/qr-login";
import { getLocale } from "@storyport/texts/runtime";

/** A badge ends with a day of the school's calendar, wherever it is looked at. */
export function lastDay(iso: string): string {
  return new Intl.DateTimeFormat(getLocale(), { dateStyle: "medium", timeZone: "UTC" }).format(new Date(iso));
}

export function timeOfDay(iso: string): string {
  return new Intl.DateTimeFormat(getLocale(), { timeStyle: "short" }).format(new Date(iso));
}

const dayInMilliseconds = 24 * 3600 * 1000;
const warnFromDays = 30;
const urgentFromDays = 7;

export interface BadgeExpiry {
  isUrgent: boolean;
  /** How many badges end so soon, and when the first of them does. */
  count: number;
  first: string;
}

/** From 30 days before badges end, and more strongly from 7: in time to print new ones. Undefined while there is time. */
export function badgeExpiry(students: readonly BadgeHolder[], now: number): BadgeExpiry | undefined {
  const ends = students.flatMap(({ badge }) => (badge === undefined ? [] : [badge.expiresAt])).toSorted();
  const soon = ends.filter((end) => Date.parse(end) - now <= warnFromDays * dayInMilliseconds);
  const [first] = soon;
  if (first === undefined) return undefined;
  return { isUrgent: Date.parse(first) - now <= urgentFromDays * dayInMilliseconds, count: soon.length, first };
}
