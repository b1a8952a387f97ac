import { m } from "@storyport/texts/messages";
import type { Letter } from "#/platform/mail/letter.ts";
import { notice } from "#/platform/mail/notice.ts";
import type { Addressee, LetterSettings } from "#/platform/mail/notice.ts";

type Waiting = Addressee & { school: string; organizationId: string };

/** The letter to the managers of an organization when changes of classes wait for a person. It names no child and no class. */
export function rosterWaitingLetter(settings: LetterSettings, { locale: language, displayName, school, organizationId }: Waiting): Letter {
  return notice(settings, { locale: language, displayName }, ({ productName, locale }) => ({
    subject: m["letters.rosterWaiting.subject"]({ productName }, locale),
    paragraphs: [m["letters.rosterWaiting.what"]({ school }, locale)],
    action: { label: m["letters.rosterWaiting.action"]({}, locale), url: `${settings.publicUrl}/rosters/${organizationId}` },
    notYou: m["letters.rosterWaiting.notYou"]({ school }, locale),
  }));
}
