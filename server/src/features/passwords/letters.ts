/** The letters about passwords, from the same texts as the screens. */
import { m } from "@storyport/texts/messages";
import type { Settings } from "#/platform/settings.ts";
import { writeLetter } from "#/platform/mail/letter.ts";
import type { Letter } from "#/platform/mail/letter.ts";
import { toLocale } from "#/platform/mail/locale.ts";

type LetterSettings = Pick<Settings, "publicUrl" | "brand">;

export interface LinkLetter {
  locale: string;
  displayName: string | null;
  token: string;
}

export function resetLetter(settings: LetterSettings, { locale: language, displayName, token }: LinkLetter): Letter {
  const locale = { locale: toLocale(language) };
  const { productName } = settings.brand;
  return writeLetter({
    language,
    productName,
    subject: m["letters.reset.subject"]({ productName }, locale),
    greeting: greet(displayName, locale),
    paragraphs: [m["letters.reset.why"]({ productName }, locale), m["letters.reset.expiry"]({}, locale)],
    action: { label: m["letters.reset.action"]({}, locale), url: `${settings.publicUrl}/account/set-password?code=${token}` },
    closing: [m["letters.reset.notYou"]({}, locale), support(settings, locale)],
  });
}

export function activationLetter(settings: LetterSettings, { locale: language, displayName, token }: LinkLetter): Letter {
  const locale = { locale: toLocale(language) };
  const { productName } = settings.brand;
  return writeLetter({
    language,
    productName,
    subject: m["letters.activation.subject"]({ productName }, locale),
    greeting: greet(displayName, locale),
    paragraphs: [m["letters.activation.why"]({ productName }, locale), m["letters.activation.expiry"]({}, locale)],
    action: {
      label: m["letters.activation.action"]({}, locale),
      url: `${settings.publicUrl}/account/set-password?code=${token}&activateAccount=true`,
    },
    closing: [m["letters.activation.notYou"]({}, locale), support(settings, locale)],
  });
}

type Localized = { locale: ReturnType<typeof toLocale> };

function greet(displayName: string | null, locale: Localized): string {
  return displayName === null ? m["letters.greeting"]({}, locale) : m["letters.greetingByName"]({ name: displayName }, locale);
}

function support({ brand }: LetterSettings, locale: Localized): string {
  return m["letters.support"]({ email: brand.supportEmail }, locale);
}
