/** The e-mails after changes of the second factor. They contain no link to act on, so that fakes of them gain nothing. */
import { m } from "@storyport/texts/messages";
import type { Owner } from "#/features/accounts/write-to-owner.ts";
import type { Letter } from "#/platform/mail/letter.ts";
import { notice, stepsAgainstStranger } from "#/platform/mail/notice.ts";
import type { LetterSettings, Phrasing, Words } from "#/platform/mail/notice.ts";

export function factorAddedLetter(settings: LetterSettings, to: Owner): Letter {
  return notice(settings, to, (phrasing) => ({
    subject: m["letters.factorAdded.subject"](phrasing, phrasing.locale),
    paragraphs: [
      m["letters.factorAdded.what"](phrasing, phrasing.locale),
      m["letters.factorAdded.ended"]({}, phrasing.locale),
      m["letters.factorAdded.backupCodes"]({}, phrasing.locale),
    ],
    ...ifNotYou(phrasing, to),
  }));
}

export function factorRemovedLetter(settings: LetterSettings, to: Owner): Letter {
  return notice(settings, to, (phrasing) => ({
    subject: m["letters.factorRemoved.subject"](phrasing, phrasing.locale),
    paragraphs: [m["letters.factorRemoved.what"](phrasing, phrasing.locale), m["letters.factorRemoved.ended"]({}, phrasing.locale)],
    ...ifNotYou(phrasing, to),
  }));
}

/** An administrator removes a factor at the request of a person who claims to be the owner. */
export function factorRemovedByAdministratorLetter(settings: LetterSettings, to: Owner): Letter {
  return notice(settings, to, (phrasing) => ({
    subject: m["letters.factorRemoved.subject"](phrasing, phrasing.locale),
    paragraphs: [
      m["letters.factorRemoved.whatByAdministrator"](phrasing, phrasing.locale),
      m["letters.factorRemoved.endedEverywhere"]({}, phrasing.locale),
    ],
    ...ifNotYou(phrasing, to),
    notYou: m["letters.factorRemoved.notYouByAdministrator"]({}, phrasing.locale),
  }));
}

export function backupCodesRenewedLetter(settings: LetterSettings, to: Owner): Letter {
  return notice(settings, to, (phrasing) => ({
    subject: m["letters.backupCodesRenewed.subject"](phrasing, phrasing.locale),
    paragraphs: [
      m["letters.backupCodesRenewed.what"](phrasing, phrasing.locale),
      m["letters.backupCodesRenewed.former"]({}, phrasing.locale),
    ],
    ...ifNotYou(phrasing, to),
  }));
}

export function backupCodeUsedLetter(settings: LetterSettings, { left, ...to }: Owner & { left: number }): Letter {
  return notice(settings, to, (phrasing) => ({
    subject: m["letters.backupCodeUsed.subject"](phrasing, phrasing.locale),
    paragraphs: [m["letters.backupCodeUsed.what"](phrasing, phrasing.locale), m["letters.backupCodeUsed.left"]({ left }, phrasing.locale)],
    ...ifNotYou(phrasing, to),
  }));
}

function ifNotYou(phrasing: Phrasing, { loginTypes }: Owner): Pick<Words, "notYou" | "steps"> {
  return { notYou: m["letters.factorNotYou"]({}, phrasing.locale), steps: stepsAgainstStranger(phrasing, loginTypes) };
}
