/** The letter to the viewed person. It goes out when a support view begins. */
import { limits } from "@storyport/contract/limits";
import { m } from "@storyport/texts/messages";
import type { Letter } from "#/platform/mail/letter.ts";
import { notice, withoutLinks } from "#/platform/mail/notice.ts";
import type { Addressee, LetterSettings } from "#/platform/mail/notice.ts";

export interface ViewInLetter {
  /** Undefined if the administrator has no name, or a name that looks like a link. */
  administrator: string | undefined;
  reason: string;
  endsAt: Date;
}

export function supportViewLetter({ administrator, reason, endsAt }: ViewInLetter) {
  return (settings: LetterSettings, to: Addressee): Letter =>
    notice(settings, to, ({ productName, supportEmail, locale, time }) => {
      const { minutes } = limits.supportView;
      return {
        subject: m["letters.supportView.subject"]({ productName }, locale),
        paragraphs: [
          administrator === undefined
            ? m["letters.supportView.what"]({ productName }, locale)
            : m["letters.supportView.whatBy"]({ productName, name: administrator }, locale),
          m["letters.supportView.reason"]({ reason: withoutLinks(reason) }, locale),
          m["letters.supportView.until"]({ minutes, until: time(endsAt) }, locale),
          m["letters.supportView.only"]({}, locale),
        ],
        notYou: m["letters.supportView.question"]({ email: supportEmail }, locale),
      };
    });
}
