/**
 * Days and distances in time, in the reader's language. `formatDay` and `formatMoment` take the browser's time zone, and `formatAgo` the
 * present time. So the server must not draw their texts (`use-moment.ts`).
 */
import { formatLocales } from "./format-locales.ts";

export function formatDay(iso: string): string {
  return new Intl.DateTimeFormat(formatLocales(), { dateStyle: "medium" }).format(new Date(iso));
}

/** Day and time to the minute. */
export function formatMoment(iso: string): string {
  return new Intl.DateTimeFormat(formatLocales(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));
}

/** The units in seconds. A month counts as 30 days, a year as 365. */
const steps = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["week", 7 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** "3 minutes ago", "yesterday", "now": in the largest unit that has passed at least once. A future time is "now". */
export function formatAgo(iso: string, now: number = Date.now()): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(iso)) / 1000));
  const format = new Intl.RelativeTimeFormat(formatLocales(), { numeric: "auto" });
  // Less than a minute counts as 0 seconds, which is called "now".
  const [unit, length] = steps.find(([, each]) => seconds >= each) ?? ["second", 60];
  return format.format(-Math.floor(seconds / length), unit);
}

/** The day in a time zone, such as the portal's (TIME_ZONE): for what is printed and kept. */
export function formatDayIn(timeZone: string, iso: string): string {
  return new Intl.DateTimeFormat(formatLocales(), { dateStyle: "medium", timeZone }).format(new Date(iso));
}

/** Day and time in a time zone, which the text names: for what is printed and kept. */
export function formatMomentIn(timeZone: string, iso: string): string {
  const form = { year: "numeric", month: "long", day: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const;
  return new Intl.DateTimeFormat(formatLocales(), { ...form, timeZone }).format(new Date(iso));
}
