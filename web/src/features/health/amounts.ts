import { formatLocales } from "#/shell/format-locales.ts";

/** In the digits and groups of the reader's language. */
export function formatCount(count: number): string {
  return new Intl.NumberFormat(formatLocales()).format(count);
}

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** In the largest unit of which there is at least one, with at most one decimal. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const options = { style: "unit", unit: units[power] ?? "byte", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(formatLocales(), options).format(bytes / 1000 ** power);
}

/** Such as "2.5 seconds", in the reader's language. */
export function formatSeconds(seconds: number): string {
  return new Intl.NumberFormat(formatLocales(), { style: "unit", unit: "second", unitDisplay: "long", maximumFractionDigits: 1 }).format(
    seconds,
  );
}

/** Weekday and time of an hour, in the reader's zone. */
export function formatHour(iso: string): string {
  return new Intl.DateTimeFormat(formatLocales(), { weekday: "short", hour: "2-digit", minute: "2-digit" }).format(new Date(iso));
}
