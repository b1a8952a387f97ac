import { m } from "@storyport/texts/messages";
import type { RouterContext } from "#/router-context.ts";

/** For a route's `head`: "{page} – Storyport", marked as an error where the page opens with one. */
export function pageTitle({ settings }: Pick<RouterContext, "settings">, page: string, options: { isError?: boolean } = {}) {
  const words = { page, productName: settings.productName };
  const title = options.isError === true ? m["app.titleOfError"](words) : m["app.titleOf"](words);
  return { meta: [{ title }] };
}
