/** The e-mails after changes of the second factor. They contain no link to act on, so that fakes of them gain nothing. */
import { m } from "@storyport/texts/messages";
import type { Letter } from "#/platform/mail/letter.ts";
import { notice, stepsToNewPassword } from "#/platform/mail/notice.ts";
import type { Addressee, LetterSettings, Phrasing, Words } from "#/platform/mail/notice.ts";

export function factorAddedLetter(settings: LetterSettings, to: Addressee): Letter {
  return notice(settings, to, (phrasing) => ({
    subject: m["letters.factorAdded.subject"](phrasing, phrasing.locale),
    paragraphs: [
      m["letters.factorAdded.what"](phrasing, phrasing.locale),
      m["letters.factorAdded.ended"]({}, phrasing.locale),
      m["letters.factorAdded.backupCodes"]({}, phrasing.locale),
    ],
    ...ifNotYou(phrasing),
  }));
}

export function factorRemovedLetter(settings: LetterSettings, to: Addressee): Letter {
  return notice(settings, to, (phrasing) => ({
    subject: m["letters.factorRemoved.subject"](phrasing, phrasing.locale),
    paragraphs: [m["letters.factorRemoved.what"](phrasing, phrasing.locale), m["letters.factorRemoved.ended"]({}, phrasing.locale)],
    ...ifNotYou(phrasing),
  }));
}

export function backupCodesRenewedLetter(settings: LetterSettings, to: Addressee): Letter {
  return notice(settings, to, (phrasing) => ({
    subject: m["letters.backupCodesRenewed.subject"](phrasing, phrasing.locale),
    paragraphs: [
      m["letters.backupCodesRenewed.what"](phrasing, phrasing.locale),
      m["letters.backupCodesRenewed.former"]({}, phrasing.locale),
    ],
    ...ifNotYou(phrasing),
  }));
}

export function backupCodeUsedLetter(settings: LetterSettings, { left, ...to }: Addressee & { left: number }): Letter {
  return notice(settings, to, (phrasing) => ({
    subject: m["letters.backupCodeUsed.subject"](phrasing, phrasing.locale),
    paragraphs: [m["letters.backupCodeUsed.what"](phrasing, phrasing.locale), m["letters.backupCodeUsed.left"]({ left }, phrasing.locale)],
    ...ifNotYou(phrasing),
  }));
}

function ifNotYou(phrasing: Phrasing): Pick<Words, "notYou" | "steps"> {
  return { notYou: m["letters.factorNotYou"]({}, phrasing.locale), steps: stepsToNewPassword(phrasing) };
}
