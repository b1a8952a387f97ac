/** The phrases that every letter has. */
import { m } from "@storyport/texts/messages";
import type { Settings } from "#/platform/settings.ts";
import type { toLocale } from "./locale.ts";

type Localized = { locale: ReturnType<typeof toLocale> };

/**
 * Mail programs make a link of it. Whoever names an account must not have us send one. A single letter before the dot is an initial
 * (J.P.Balkenende), unless what follows it is as short as a domain's ending (t.me) or a path.
 */
const linkLike = /[\p{L}\p{N}_-]{2,}\.\p{L}{2,}|[\p{L}\p{N}]\.\p{L}{2,3}(?![\p{L}\p{N}])|\.\p{L}{2,}\//u;

export function greet(displayName: string | null, locale: Localized): string {
  return displayName === null || linkLike.test(displayName)
    ? m["letters.greeting"]({}, locale)
    : m["letters.greetingByName"]({ name: displayName }, locale);
}

export function support({ brand }: Pick<Settings, "brand">, locale: Localized): string {
  return m["letters.support"]({ email: brand.supportEmail }, locale);
}
