import { useInBrowser } from "#/ui/use-in-browser.ts";
import { formatMoment, formatMomentIn } from "./dates.ts";

/**
 * Day and time for a page that the server draws too. The server does not know the reader's time zone. So until the script has arrived
 * the time is in UTC, and says so.
 */
export function useMoment(iso: string): string {
  return useInBrowser(() => formatMoment(iso)) ?? formatMomentIn("UTC", iso);
}
