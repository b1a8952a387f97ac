/** The letter to somebody with an account whom an organization would like to have as a member. */
import { m } from "@storyport/texts/messages";
import type { Letter } from "#/platform/mail/letter.ts";
import { notice } from "#/platform/mail/notice.ts";
import type { Addressee, LetterSettings } from "#/platform/mail/notice.ts";

/** No link: nothing of the account changes by it, and there is none to fake. */
export function organizationAsksLetter(settings: LetterSettings, { organization, ...to }: Addressee & { organization: string }): Letter {
  return notice(settings, to, ({ productName, supportEmail, locale }) => ({
    subject: m["letters.organizationAsks.subject"]({ organization, productName }, locale),
    paragraphs: [
      m["letters.organizationAsks.what"]({ organization, productName }, locale),
      m["letters.organizationAsks.how"]({ organization, email: supportEmail }, locale),
    ],
    notYou: m["letters.organizationAsks.notYou"]({}, locale),
  }));
}
