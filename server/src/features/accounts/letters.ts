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

/** Who deletes an account: its owner, staff of the school, or an administrator of the platform. */
export type Eraser = "OWNER" | "SCHOOL" | "PLATFORM";

const erased = {
  OWNER: m["letters.deleted.what"],
  SCHOOL: m["letters.deleted.whatBySchool"],
  PLATFORM: m["letters.deleted.whatByAdministrator"],
};

/** The last e-mail. It addresses no name, because the name has been erased. */
export function deletedLetter(settings: LetterSettings, { language, by }: { language: string; by: Eraser }): Letter {
  const what = erased[by];
  const notYou = by === "OWNER" ? m["letters.deleted.notYou"] : m["letters.deleted.notYouByAdministrator"];
  return notice(settings, { locale: language, displayName: null }, ({ productName, supportEmail, locale }) => ({
    subject: m["letters.deleted.subject"]({ productName }, locale),
    paragraphs: [what({ productName }, locale)],
    notYou: notYou({ email: supportEmail }, locale),
  }));
}
