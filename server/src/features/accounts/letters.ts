/** The letters about deleting an account. */
import { m } from "@storyport/texts/messages";
import { writeLetter } from "#/platform/mail/letter.ts";
import type { Letter } from "#/platform/mail/letter.ts";
import { greet, support } from "#/platform/mail/letter-phrases.ts";
import { toLocale } from "#/platform/mail/locale.ts";
import type { Settings } from "#/platform/settings.ts";

type LetterSettings = Pick<Settings, "publicUrl" | "brand">;

interface DeletionLetter {
  locale: string;
  displayName: string | null;
  token: string;
}

export function deletionLetter(settings: LetterSettings, { locale: language, displayName, token }: DeletionLetter): Letter {
  const locale = { locale: toLocale(language) };
  const { productName } = settings.brand;
  return writeLetter({
    language,
    productName,
    subject: m["letters.deletion.subject"]({ productName }, locale),
    greeting: greet(displayName, locale),
    paragraphs: [m["letters.deletion.why"]({ productName }, locale), m["letters.deletion.expiry"]({}, locale)],
    action: { label: m["letters.deletion.action"]({}, locale), url: `${settings.publicUrl}/account/delete/${token}` },
    closing: [m["letters.deletion.notYou"]({}, locale), support(settings, locale)],
  });
}

/** The last letter. It names nobody: the name has been erased. */
export function deletedLetter(settings: LetterSettings, language: string): Letter {
  const locale = { locale: toLocale(language) };
  const { productName } = settings.brand;
  return writeLetter({
    language,
    productName,
    subject: m["letters.deleted.subject"]({ productName }, locale),
    greeting: greet(null, locale),
    paragraphs: [m["letters.deleted.what"]({ productName }, locale)],
    closing: [m["letters.deleted.notYou"]({}, locale), support(settings, locale)],
  });
}
