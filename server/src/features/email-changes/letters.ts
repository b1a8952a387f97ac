/** The letters about another address of an account. */
import { m } from "@storyport/texts/messages";
import { writeLetter } from "#/platform/mail/letter.ts";
import type { Letter } from "#/platform/mail/letter.ts";
import { greet, support } from "#/platform/mail/letter-phrases.ts";
import { toLocale } from "#/platform/mail/locale.ts";
import type { Settings } from "#/platform/settings.ts";

interface Reader {
  locale: string;
  displayName: string | null;
}

interface Proposal extends Reader {
  organization: string;
  email: string;
  token: string;
}

/** To the present address: its owner decides. */
export function emailProposedLetter(
  settings: Pick<Settings, "publicUrl" | "brand">,
  { locale: language, displayName, organization, email, token }: Proposal,
): Letter {
  const locale = { locale: toLocale(language) };
  const { productName } = settings.brand;
  return writeLetter({
    language,
    productName,
    subject: m["letters.emailProposed.subject"]({ productName }, locale),
    greeting: greet(displayName, locale),
    paragraphs: [
      m["letters.emailProposed.what"]({ organization, productName, email }, locale),
      m["letters.emailProposed.care"]({}, locale),
      m["letters.emailProposed.expiry"]({}, locale),
    ],
    action: { label: m["letters.emailProposed.action"]({}, locale), url: `${settings.publicUrl}/account/confirm-email?code=${token}` },
    closing: [m["letters.emailProposed.notYou"]({}, locale), support(settings, locale)],
  });
}

/** To the former address. It does not say which the new one is: its reader may not be the owner any more. */
export function emailChangedLetter(settings: Pick<Settings, "brand">, { locale: language, displayName }: Reader): Letter {
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

/** To the new address, where the letter with a link to choose a password does not say it. */
export function emailIsNowLetter(settings: Pick<Settings, "brand">, { locale: language, displayName }: Reader): Letter {
  const locale = { locale: toLocale(language) };
  const { productName } = settings.brand;
  return writeLetter({
    language,
    productName,
    subject: m["letters.emailIsNow.subject"]({ productName }, locale),
    greeting: greet(displayName, locale),
    paragraphs: [m["letters.emailIsNow.what"]({ productName }, locale)],
    closing: [m["letters.emailIsNow.notYou"]({}, locale), support(settings, locale)],
  });
}
