/** The letter to the owner of an existing account that an organization wants as a member. */
import { m } from "@storyport/texts/messages";
import type { Letter } from "#/platform/mail/letter.ts";
import { notice } from "#/platform/mail/notice.ts";
import type { Addressee, LetterSettings } from "#/platform/mail/notice.ts";

/** Contains no link, because it changes nothing and fakes of it must gain nothing. */
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
