/** The e-mails about a change of an account's address. */
import { m } from "@storyport/texts/messages";
import type { Letter } from "#/platform/mail/letter.ts";
import { notice } from "#/platform/mail/notice.ts";
import type { Addressee } from "#/platform/mail/notice.ts";
import type { Settings } from "#/platform/settings.ts";

interface Proposal extends Addressee {
  organization: string;
  email: string;
  token: string;
}

/** To the present address, whose owner decides. */
export function emailProposedLetter(
  settings: Pick<Settings, "publicUrl" | "brand">,
  { organization, email, token, ...to }: Proposal,
): Letter {
  return notice(settings, to, ({ productName, locale }) => ({
    subject: m["letters.emailProposed.subject"]({ productName }, locale),
    paragraphs: [
      m["letters.emailProposed.what"]({ organization, productName, email }, locale),
      m["letters.emailProposed.care"]({}, locale),
      m["letters.emailProposed.expiry"]({}, locale),
    ],
    action: { label: m["letters.emailProposed.action"]({}, locale), url: `${settings.publicUrl}/account/confirm-email?code=${token}` },
    notYou: m["letters.emailProposed.notYou"]({}, locale),
  }));
}

/** To the former address. It does not name the new one, because its reader may no longer be the owner. */
export function emailChangedLetter(settings: Pick<Settings, "brand">, to: Addressee): Letter {
  return notice(settings, to, ({ productName, locale }) => ({
    subject: m["letters.emailChanged.subject"]({ productName }, locale),
    paragraphs: [m["letters.emailChanged.what"]({ productName }, locale), m["letters.emailChanged.ended"]({}, locale)],
    notYou: m["letters.emailChanged.notYou"]({}, locale),
  }));
}

/** To the new address, if no e-mail with a password link informs it already. */
export function emailIsNowLetter(settings: Pick<Settings, "brand">, to: Addressee): Letter {
  return notice(settings, to, ({ productName, locale }) => ({
    subject: m["letters.emailIsNow.subject"]({ productName }, locale),
    paragraphs: [m["letters.emailIsNow.what"]({ productName }, locale)],
    notYou: m["letters.emailIsNow.notYou"]({}, locale),
  }));
}
