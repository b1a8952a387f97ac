/** The e-mails about deleting an account. */
import { m } from "@storyport/texts/messages";
import type { Letter } from "#/platform/mail/letter.ts";
import { notice } from "#/platform/mail/notice.ts";
import type { Addressee, LetterSettings } from "#/platform/mail/notice.ts";

export function deletionLetter(
  settings: LetterSettings,
  { token, expiresAt, ...to }: Addressee & { token: string; expiresAt: Date },
): Letter {
  return notice(settings, to, ({ productName, locale, time }) => ({
    subject: m["letters.deletion.subject"]({ productName }, locale),
    paragraphs: [m["letters.deletion.why"]({ productName }, locale), m["letters.deletion.expiry"]({ until: time(expiresAt) }, locale)],
    action: { label: m["letters.deletion.action"]({}, locale), url: `${settings.publicUrl}/account/delete/${token}` },
    notYou: m["letters.deletion.notYou"]({}, locale),
  }));
}

/** The last e-mail. It addresses no name, because the name has been erased. */
export function deletedLetter(
  settings: LetterSettings,
  { language, byAdministrator }: { language: string; byAdministrator: boolean },
): Letter {
  const what = byAdministrator ? m["letters.deleted.whatByAdministrator"] : m["letters.deleted.what"];
  const notYou = byAdministrator ? m["letters.deleted.notYouByAdministrator"] : m["letters.deleted.notYou"];
  return notice(settings, { locale: language, displayName: null }, ({ productName, supportEmail, locale }) => ({
    subject: m["letters.deleted.subject"]({ productName }, locale),
    paragraphs: [what({ productName }, locale)],
    notYou: notYou({ email: supportEmail }, locale),
  }));
}
