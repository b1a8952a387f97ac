/** The letter to somebody with an account whom an organization would like to have as a member. */
import { m } from "@storyport/texts/messages";
import { writeLetter } from "#/platform/mail/letter.ts";
import type { Letter } from "#/platform/mail/letter.ts";
import { greet, support } from "#/platform/mail/letter-phrases.ts";
import { toLocale } from "#/platform/mail/locale.ts";
import type { Settings } from "#/platform/settings.ts";

interface Asking {
  locale: string;
  displayName: string | null;
  organization: string;
}

/** No link: nothing of the account changes by it, and there is none to fake. */
export function organizationAsksLetter(settings: Pick<Settings, "brand">, { locale: language, displayName, organization }: Asking): Letter {
  const locale = { locale: toLocale(language) };
  const { productName, supportEmail } = settings.brand;
  return writeLetter({
    language,
    productName,
    subject: m["letters.organizationAsks.subject"]({ organization, productName }, locale),
    greeting: greet(displayName, locale),
    paragraphs: [
      m["letters.organizationAsks.what"]({ organization, productName }, locale),
      m["letters.organizationAsks.how"]({ organization, email: supportEmail }, locale),
    ],
    closing: [m["letters.organizationAsks.notYou"]({}, locale), support(settings, locale)],
  });
}
