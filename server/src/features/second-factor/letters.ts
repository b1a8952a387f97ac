/** The letters about the second factor: after the fact, with no link to act on, so none to fake. */
import { m } from "@storyport/texts/messages";
import type { Settings } from "#/platform/settings.ts";
import { writeLetter } from "#/platform/mail/letter.ts";
import type { Letter } from "#/platform/mail/letter.ts";
import { greet, support } from "#/platform/mail/letter-phrases.ts";
import { toLocale } from "#/platform/mail/locale.ts";

type LetterSettings = Pick<Settings, "brand">;

interface Addressee {
  locale: string;
  displayName: string | null;
}

interface Words {
  subject: string;
  paragraphs: string[];
}

export function factorAddedLetter(settings: LetterSettings, to: Addressee): Letter {
  const { productName, locale } = phrasing(settings, to);
  return notice(settings, to, {
    subject: m["letters.factorAdded.subject"]({ productName }, locale),
    paragraphs: [
      m["letters.factorAdded.what"]({ productName }, locale),
      m["letters.factorAdded.ended"]({}, locale),
      m["letters.factorAdded.backupCodes"]({}, locale),
    ],
  });
}

export function factorRemovedLetter(settings: LetterSettings, to: Addressee): Letter {
  const { productName, locale } = phrasing(settings, to);
  return notice(settings, to, {
    subject: m["letters.factorRemoved.subject"]({ productName }, locale),
    paragraphs: [m["letters.factorRemoved.what"]({ productName }, locale), m["letters.factorRemoved.ended"]({}, locale)],
  });
}

export function backupCodesRenewedLetter(settings: LetterSettings, to: Addressee): Letter {
  const { productName, locale } = phrasing(settings, to);
  return notice(settings, to, {
    subject: m["letters.backupCodesRenewed.subject"]({ productName }, locale),
    paragraphs: [m["letters.backupCodesRenewed.what"]({ productName }, locale), m["letters.backupCodesRenewed.former"]({}, locale)],
  });
}

export function backupCodeUsedLetter(settings: LetterSettings, { left, ...to }: Addressee & { left: number }): Letter {
  const { productName, locale } = phrasing(settings, to);
  return notice(settings, to, {
    subject: m["letters.backupCodeUsed.subject"]({ productName }, locale),
    paragraphs: [m["letters.backupCodeUsed.what"]({ productName }, locale), m["letters.backupCodeUsed.left"]({ left }, locale)],
  });
}

function phrasing({ brand }: LetterSettings, { locale }: Addressee) {
  return { productName: brand.productName, locale: { locale: toLocale(locale) } };
}

function notice(settings: LetterSettings, to: Addressee, { subject, paragraphs }: Words): Letter {
  const { productName, locale } = phrasing(settings, to);
  return writeLetter({
    language: to.locale,
    productName,
    subject,
    greeting: greet(to.displayName, locale),
    paragraphs,
    closing: [m["letters.factorNotYou"]({ productName }, locale), support(settings, locale)],
  });
}
