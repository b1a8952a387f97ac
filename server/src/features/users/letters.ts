/** The letters about what an administrator changed. */
import { m } from "@storyport/texts/messages";
import type { Letter } from "#/platform/mail/letter.ts";
import { notice } from "#/platform/mail/notice.ts";
import type { Addressee } from "#/platform/mail/notice.ts";
import type { Settings } from "#/platform/settings.ts";

/** To the former address. It does not say which the new one is: whoever reads this may be nobody's owner any more. */
export function emailChangedLetter(settings: Pick<Settings, "brand">, to: Addressee): Letter {
  return notice(settings, to, ({ productName, locale }) => ({
    subject: m["letters.emailChanged.subject"]({ productName }, locale),
    paragraphs: [m["letters.emailChanged.what"]({ productName }, locale), m["letters.emailChanged.ended"]({}, locale)],
    notYou: m["letters.emailChanged.notYou"]({}, locale),
  }));
}
