/** The e-mails after changes of the second factor. They contain no link to act on, so that fakes of them gain nothing. */
import { m } from "@storyport/texts/messages";
import type { Letter } from "#/platform/mail/letter.ts";
import { notice } from "#/platform/mail/notice.ts";
import type { Addressee } from "#/platform/mail/notice.ts";
import type { Settings } from "#/platform/settings.ts";

type LetterSettings = Pick<Settings, "brand">;

export function factorAddedLetter(settings: LetterSettings, to: Addressee): Letter {
  return notice(settings, to, ({ productName, locale }) => ({
    subject: m["letters.factorAdded.subject"]({ productName }, locale),
    paragraphs: [
      m["letters.factorAdded.what"]({ productName }, locale),
      m["letters.factorAdded.ended"]({}, locale),
      m["letters.factorAdded.backupCodes"]({}, locale),
    ],
    notYou: m["letters.factorNotYou"]({ productName }, locale),
  }));
}

export function factorRemovedLetter(settings: LetterSettings, to: Addressee): Letter {
  return notice(settings, to, ({ productName, locale }) => ({
    subject: m["letters.factorRemoved.subject"]({ productName }, locale),
    paragraphs: [m["letters.factorRemoved.what"]({ productName }, locale), m["letters.factorRemoved.ended"]({}, locale)],
    notYou: m["letters.factorNotYou"]({ productName }, locale),
  }));
}

export function backupCodesRenewedLetter(settings: LetterSettings, to: Addressee): Letter {
  return notice(settings, to, ({ productName, locale }) => ({
    subject: m["letters.backupCodesRenewed.subject"]({ productName }, locale),
    paragraphs: [m["letters.backupCodesRenewed.what"]({ productName }, locale), m["letters.backupCodesRenewed.former"]({}, locale)],
    notYou: m["letters.factorNotYou"]({ productName }, locale),
  }));
}

export function backupCodeUsedLetter(settings: LetterSettings, { left, ...to }: Addressee & { left: number }): Letter {
  return notice(settings, to, ({ productName, locale }) => ({
    subject: m["letters.backupCodeUsed.subject"]({ productName }, locale),
    paragraphs: [m["letters.backupCodeUsed.what"]({ productName }, locale), m["letters.backupCodeUsed.left"]({ left }, locale)],
    notYou: m["letters.factorNotYou"]({ productName }, locale),
  }));
}
