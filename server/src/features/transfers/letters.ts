import { m } from "@storyport/texts/messages";
import type { SenderNames } from "#/features/accounts/name-sender.ts";
import type { Letter } from "#/platform/mail/letter.ts";
import { notice } from "#/platform/mail/notice.ts";
import type { Addressee, LetterSettings } from "#/platform/mail/notice.ts";

type Offer = Pick<Addressee, "locale"> & { sender: SenderNames; link: string; expiresAt: Date };

/** The letter to a colleague at another school. It never names the student, because the address may be mistyped. */
export function transferLetter(settings: LetterSettings, { locale: language, sender, link, expiresAt }: Offer): Letter {
  return notice(settings, { locale: language, displayName: null }, ({ productName, locale, time }) => {
    const school = sender.school ?? productName;
    const { person } = sender;
    return {
      subject: m["letters.transfer.subject"]({ school }, locale),
      paragraphs: [
        person === undefined ? m["letters.transfer.what"]({ school }, locale) : m["letters.transfer.whatBy"]({ person, school }, locale),
        m["letters.transfer.how"]({ productName }, locale),
        m["letters.transfer.expiry"]({ until: time(expiresAt) }, locale),
      ],
      action: { label: m["letters.transfer.action"]({}, locale), url: link },
      notYou: m["letters.transfer.notYou"]({}, locale),
    };
  });
}
