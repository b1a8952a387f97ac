/** The letter about a login from a browser that the account had not seen. */
import { m } from "@storyport/texts/messages";
import { writeLetter } from "#/platform/mail/letter.ts";
import type { Letter } from "#/platform/mail/letter.ts";
import { greet, support } from "#/platform/mail/letter-phrases.ts";
import { toLocale } from "#/platform/mail/locale.ts";
import type { Settings } from "#/platform/settings.ts";

export interface NewLogin {
  locale: string;
  displayName: string | null;
  deviceName: string;
  at: Date;
}

export function newLoginLetter(settings: Pick<Settings, "brand">, { locale: language, displayName, deviceName, at }: NewLogin): Letter {
  const locale = { locale: toLocale(language) };
  const { productName } = settings.brand;
  // Nobody knows the reader's time zone, so it is named.
  const time = new Intl.DateTimeFormat(locale.locale, { ...timeForm, timeZone: "UTC", timeZoneName: "short" }).format(at);
  return writeLetter({
    language,
    productName,
    subject: m["letters.newLogin.subject"]({ productName }, locale),
    greeting: greet(displayName, locale),
    paragraphs: [
      m["letters.newLogin.what"]({ productName }, locale),
      m["letters.newLogin.device"]({ device: harmless(deviceName) }, locale),
      m["letters.newLogin.time"]({ time }, locale),
    ],
    closing: [m["letters.newLogin.notYou"]({ productName }, locale), support(settings, locale)],
  });
}

const timeForm = { year: "numeric", month: "long", day: "numeric", hour: "2-digit", minute: "2-digit" } as const;

/** The name comes from whoever logged in: nothing a mail program makes a link of, and no line of its own. */
function harmless(deviceName: string): string {
  return deviceName
    .replace(/\.(?!\d)|[^\p{L}\p{M}\p{N} .,()_-]/gu, " ")
    .replace(/ +/g, " ")
    .trim()
    .slice(0, 80);
}
