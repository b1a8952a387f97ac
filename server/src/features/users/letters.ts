/** The letters about what an administrator changed. */
import { m } from "@storyport/texts/messages";
import { writeLetter } from "#/platform/mail/letter.ts";
import type { Letter } from "#/platform/mail/letter.ts";
import { greet, support } from "#/platform/mail/letter-phrases.ts";
import { toLocale } from "#/platform/mail/locale.ts";
import type { Settings } from "#/platform/settings.ts";

/** To the former address. It does not say which the new one is: whoever reads this may be nobody's owner any more. */
export function emailChangedLetter(
  settings: Pick<Settings, "brand">,
  { locale: language, displayName }: { locale: string; displayName: string | null },
): Letter {
  const locale = { locale: toLocale(language) };
  const { productName } = settings.brand;
  return writeLetter({
    language,
    productName,
    subject: m["letters.emailChanged.subject"]({ productName }, locale),
    greeting: greet(displayName, locale),
    paragraphs: [m["letters.emailChanged.what"]({ productName }, locale), m["letters.emailChanged.ended"]({}, locale)],
    closing: [m["letters.emailChanged.notYou"]({}, locale), support(settings, locale)],
  });
}
