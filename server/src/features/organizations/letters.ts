/** The letters about decisions of an organization: what a tool may read of its staff, and that they need passkeys. */
import type { OpenidWord } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";
import type { SenderNames } from "#/features/accounts/name-sender.ts";
import type { Letter } from "#/platform/mail/letter.ts";
import { harmlessName, notice } from "#/platform/mail/notice.ts";
import type { Addressee, LetterSettings } from "#/platform/mail/notice.ts";

export interface NamesInLetter {
  organizationId: string;
  gameId: number;
  tool: string;
  sender: SenderNames;
  /** Empty if the tool reads nothing any more. */
  words: readonly OpenidWord[];
}

/** The letter to the managers when an organization changes what a tool may read of its staff. */
export function nameSharingLetter(settings: LetterSettings, to: Addressee, names: NamesInLetter): Letter {
  const { organizationId, gameId, sender, words } = names;
  return notice(settings, to, ({ productName, supportEmail, locale }) => {
    const school = sender.school ?? productName;
    const tool = harmlessName(names.tool) ?? `#${gameId}`;
    const read = words.map((word) =>
      word === "profile" ? m["letters.nameSharing.profile"]({}, locale) : m["letters.nameSharing.email"]({}, locale),
    );
    return {
      subject:
        words.length > 0
          ? m["letters.nameSharing.subject"]({ productName, tool }, locale)
          : m["letters.nameSharing.endedSubject"]({ productName, tool }, locale),
      paragraphs: [
        words.length > 0
          ? m["letters.nameSharing.what"]({ tool, school, data: new Intl.ListFormat(locale.locale).format(read) }, locale)
          : m["letters.nameSharing.ended"]({ tool, school }, locale),
        ...(sender.person === undefined ? [] : [m["letters.nameSharing.by"]({ name: sender.person }, locale)]),
        ...(words.length > 0 ? [m["letters.nameSharing.children"]({}, locale)] : []),
      ],
      action: {
        label: m["letters.nameSharing.action"]({}, locale),
        url: `${settings.publicUrl}/organizations/${organizationId}?tab=tools`,
      },
      notYou: m["letters.nameSharing.notYou"]({ school, email: supportEmail }, locale),
    };
  });
}

export interface PasskeyDemandInLetter {
  sender: SenderNames;
  since: Date;
  /** The end of sessions without a passkey. */
  until: Date;
  hasPasskey: boolean;
}

/** The letter to the staff when an organization begins to require passkeys. It has no link, so that fakes of it gain nothing. */
export function passkeysRequiredLetter(settings: LetterSettings, to: Addressee, demand: PasskeyDemandInLetter): Letter {
  const { sender, since, until, hasPasskey } = demand;
  return notice(settings, to, ({ productName, host, locale, time }) => {
    const school = sender.school ?? productName;
    return {
      subject: m["letters.passkeysRequired.subject"]({ productName, school }, locale),
      paragraphs: [
        m["letters.passkeysRequired.what"]({ productName, school, since: time(since) }, locale),
        m["letters.passkeysRequired.until"]({ until: time(until) }, locale),
      ],
      // Letters show this sentence before the steps. Here it introduces them.
      notYou: m["letters.passkeysRequired.todo"]({}, locale),
      steps: [
        m["letters.steps.open"]({ host }, locale),
        hasPasskey ? m["letters.passkeysRequired.use"]({}, locale) : m["letters.passkeysRequired.add"]({}, locale),
      ],
    };
  });
}
