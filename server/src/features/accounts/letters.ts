/** The e-mails about deleting an account. */
import { m } from "@storyport/texts/messages";
import type { Letter } from "#/platform/mail/letter.ts";
import { notice } from "#/platform/mail/notice.ts";
import type { Addressee } from "#/platform/mail/notice.ts";
import type { Settings } from "#/platform/settings.ts";

type LetterSettings = Pick<Settings, "publicUrl" | "brand">;

export function deletionLetter(settings: LetterSettings, { token, ...to }: Addressee & { token: string }): Letter {
  return notice(settings, to, ({ productName, locale }) => ({
    subject: m["letters.deletion.subject"]({ productName }, locale),
    paragraphs: [m["letters.deletion.why"]({ productName }, locale), m["letters.deletion.expiry"]({}, locale)],
    action: { label: m["letters.deletion.action"]({}, locale), url: `${settings.publicUrl}/account/delete/${token}` },
    notYou: m["letters.deletion.notYou"]({}, locale),
  }));
}

/** The last e-mail. It addresses no name, because the name has been erased. */
export function deletedLetter(settings: LetterSettings, language: string): Letter {
  return notice(settings, { locale: language, displayName: null }, ({ productName, locale }) => ({
    subject: m["letters.deleted.subject"]({ productName }, locale),
    paragraphs: [m["letters.deleted.what"]({ productName }, locale)],
    notYou: m["letters.deleted.notYou"]({}, locale),
  }));
}
