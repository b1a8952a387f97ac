/** The e-mails about passkeys. They contain no link to act on, so that fakes of them gain nothing, and no name that a stranger chose. */
import { m } from "@storyport/texts/messages";
import type { Owner } from "#/features/accounts/write-to-owner.ts";
import type { Letter } from "#/platform/mail/letter.ts";
import { notice, stepsAgainstStranger } from "#/platform/mail/notice.ts";
import type { LetterSettings, Phrasing, Words } from "#/platform/mail/notice.ts";

export function passkeyAddedLetter(settings: LetterSettings, to: Owner): Letter {
  return notice(settings, to, (phrasing) => ({
    subject: m["letters.passkeyAdded.subject"](phrasing, phrasing.locale),
    paragraphs: [m["letters.passkeyAdded.what"](phrasing, phrasing.locale)],
    notYou: m["letters.passkeyAdded.notYou"]({}, phrasing.locale),
    steps: stepsAgainstStranger(phrasing, to.loginTypes, m["letters.steps.removePasskey"]({}, phrasing.locale)),
  }));
}

export function passkeyRemovedLetter(settings: LetterSettings, to: Owner): Letter {
  return notice(settings, to, (phrasing) => ({
    subject: m["letters.passkeyRemoved.subject"](phrasing, phrasing.locale),
    paragraphs: [m["letters.passkeyRemoved.what"](phrasing, phrasing.locale), m["letters.passkeyRemoved.ended"]({}, phrasing.locale)],
    ...ifNotYou(phrasing, to),
  }));
}

/** An administrator resets passkeys at the request of a person who says to be the owner. */
export function passkeysResetLetter(settings: LetterSettings, to: Owner): Letter {
  return notice(settings, to, (phrasing) => ({
    subject: m["letters.passkeysReset.subject"](phrasing, phrasing.locale),
    paragraphs: [m["letters.passkeysReset.what"](phrasing, phrasing.locale), m["letters.passkeysReset.ended"]({}, phrasing.locale)],
    ...ifNotYou(phrasing, to),
    notYou: m["letters.passkeysReset.notYou"]({}, phrasing.locale),
  }));
}

/** The portal has stopped a passkey because its counter did not rise, which means that two devices hold its key. */
export function passkeyCopiedLetter(settings: LetterSettings, to: Owner): Letter {
  return notice(settings, to, (phrasing) => ({
    subject: m["letters.passkeyCopied.subject"](phrasing, phrasing.locale),
    paragraphs: [m["letters.passkeyCopied.what"](phrasing, phrasing.locale), m["letters.passkeyCopied.stopped"]({}, phrasing.locale)],
    notYou: m["letters.passkeyCopied.notYou"]({}, phrasing.locale),
    steps: stepsAgainstStranger(phrasing, to.loginTypes, m["letters.steps.removePasskey"]({}, phrasing.locale)),
  }));
}

function ifNotYou(phrasing: Phrasing, { loginTypes }: Owner): Pick<Words, "notYou" | "steps"> {
  return { notYou: m["letters.passkeyNotYou"]({}, phrasing.locale), steps: stepsAgainstStranger(phrasing, loginTypes) };
}
