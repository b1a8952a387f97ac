import { m } from "@storyport/texts/messages";
import type { PortalSettings } from "./page-data.ts";

/** "{page} – Storyport", marked as an error if the page opens with an error. */
export function pageTitle({ productName }: Pick<PortalSettings, "productName">, page: string, options: { isError?: boolean } = {}): string {
  const words = { page, productName };
  return options.isError === true ? m["app.titleOfError"](words) : m["app.titleOf"](words);
}
