/** The letters about passwords, from the same texts as the screens. */
import type { LoginType } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import type { Settings } from "#/platform/settings.ts";
import { writeLetter } from "#/platform/mail/letter.ts";
import type { Letter } from "#/platform/mail/letter.ts";
import { greet, support } from "#/platform/mail/letter-phrases.ts";
import { toLocale } from "#/platform/mail/locale.ts";

import { activationUrl } from "./activation-url.ts";

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
      url: activationUrl(settings, token),
    },
    closing: [m["letters.activation.notYou"]({}, locale), support(settings, locale)],
  });
}

/** For whoever has no password here: how they do log in. */
export function otherWaysLetter(
  settings: LetterSettings,
  { locale: language, displayName, loginTypes }: Omit<LinkLetter, "token"> & { loginTypes: readonly LoginType[] },
): Letter {
  const locale = { locale: toLocale(language) };
  const { productName } = settings.brand;
  const ways = loginTypes.flatMap((type) => wayNames[type]?.({}, locale) ?? []).join(", ");
  return writeLetter({
    language,
    productName,
    subject: m["letters.otherWays.subject"]({ productName }, locale),
    greeting: greet(displayName, locale),
    paragraphs: [
      m["letters.otherWays.why"]({ productName }, locale),
      ways === "" ? m["letters.otherWays.askSchool"]({}, locale) : m["letters.otherWays.ways"]({ ways }, locale),
    ],
    action: { label: m["letters.otherWays.action"]({}, locale), url: `${settings.publicUrl}/login` },
    closing: [m["letters.reset.notYou"]({}, locale), support(settings, locale)],
  });
}

const wayNames: Partial<Record<LoginType, (typeof m)["login.feide"]>> = {
  FEIDE: m["login.feide"],
  GOOGLE: m["login.google"],
};

/** Tells the owner after the fact: whoever did not do it themselves must learn of it. No link to act on, so none to fake. */
export function passwordChangedLetter(settings: LetterSettings, { locale: language, displayName }: Omit<LinkLetter, "token">): Letter {
  const locale = { locale: toLocale(language) };
  const { productName } = settings.brand;
  return writeLetter({
    language,
    productName,
    subject: m["letters.passwordChanged.subject"]({ productName }, locale),
    greeting: greet(displayName, locale),
    paragraphs: [m["letters.passwordChanged.what"]({ productName }, locale), m["letters.passwordChanged.ended"]({}, locale)],
    closing: [m["letters.passwordChanged.notYou"]({ productName }, locale), support(settings, locale)],
  });
}
