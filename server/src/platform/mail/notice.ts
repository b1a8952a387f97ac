/** Builds every letter in the account's language: a greeting, its own words, "was this not you?" and where to get help. */
import { m } from "@storyport/texts/messages";
import type { Settings } from "#/platform/settings.ts";
import { writeLetter } from "./letter.ts";
import type { Letter } from "./letter.ts";
import { toLocale } from "./locale.ts";

export interface Addressee {
  locale: string;
  /** Null if the letter must not name the person. */
  displayName: string | null;
}

/** The values for the words of a letter. */
export interface Phrasing {
  productName: string;
  supportEmail: string;
  locale: Localized;
}

export interface Words {
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  notYou: string;
}

type Localized = { locale: ReturnType<typeof toLocale> };

export function notice({ brand }: Pick<Settings, "brand">, to: Addressee, words: (phrasing: Phrasing) => Words): Letter {
  const { productName, supportEmail } = brand;
  const locale = { locale: toLocale(to.locale) };
  const { notYou, ...own } = words({ productName, supportEmail, locale });
  return writeLetter({
    ...own,
    language: to.locale,
    productName,
    greeting: greet(to.displayName, locale),
    closing: [notYou, m["letters.support"]({ email: supportEmail }, locale)],
  });
}

/**
 * Text that mail programs turn into a link, which a display name must not contain. A single letter before the dot is an initial
 * (J.P.Balkenende), unless a short ending (t.me) or a path follows.
 */
const linkLike = /[\p{L}\p{N}_-]{2,}\.\p{L}{2,}|[\p{L}\p{N}]\.\p{L}{2,3}(?![\p{L}\p{N}])|\.\p{L}{2,}\//u;

function greet(displayName: string | null, locale: Localized): string {
  return displayName === null || linkLike.test(displayName)
    ? m["letters.greeting"]({}, locale)
    : m["letters.greetingByName"]({ name: displayName }, locale);
}
