/** The e-mails about a change of an account's address. */
import { m } from "@storyport/texts/messages";
import type { Letter } from "#/platform/mail/letter.ts";
import { notice } from "#/platform/mail/notice.ts";
import type { Addressee, LetterSettings } from "#/platform/mail/notice.ts";

interface Proposal extends Addressee {
  organization: string;
  email: string;
  token: string;
  expiresAt: Date;
}

/** To the present address, whose owner decides. */
export function emailProposedLetter(settings: LetterSettings, { organization, email, token, expiresAt, ...to }: Proposal): Letter {
  return notice(settings, to, ({ productName, locale, time }) => ({
    subject: m["letters.emailProposed.subject"]({ productName }, locale),
    paragraphs: [
      m["letters.emailProposed.what"]({ organization, productName, email }, locale),
      m["letters.emailProposed.care"]({}, locale),
      m["letters.emailProposed.expiry"]({ until: time(expiresAt) }, locale),
    ],
    action: { label: m["letters.emailProposed.action"]({}, locale), url: `${settings.publicUrl}/account/confirm-email?code=${token}` },
    notYou: m["letters.emailProposed.notYou"]({}, locale),
  }));
}

/**
 * To the former address. It does not name the new address, because its reader may no longer be the owner. `linkSent`: the new address
 * got a link to choose a password.
 */
export function emailChangedLetter(settings: LetterSettings, { linkSent, ...to }: Addressee & { linkSent: boolean }): Letter {
  return notice(settings, to, ({ productName, locale }) => ({
    subject: m["letters.emailChanged.subject"]({ productName }, locale),
    paragraphs: [
      m["letters.emailChanged.what"]({ productName }, locale),
      m["letters.emailChanged.ended"]({}, locale),
      ...(linkSent ? [m["letters.emailChanged.link"]({}, locale)] : []),
    ],
    notYou: m["letters.emailChanged.notYou"]({}, locale),
  }));
}

/** To the new address, if no e-mail with a password link informs it already. */
export function emailIsNowLetter(settings: LetterSettings, to: Addressee): Letter {
  return notice(settings, to, ({ productName, locale }) => ({
    subject: m["letters.emailIsNow.subject"]({ productName }, locale),
    paragraphs: [m["letters.emailIsNow.what"]({ productName }, locale)],
    notYou: m["letters.emailIsNow.notYou"]({}, locale),
  }));
}
