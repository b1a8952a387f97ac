/** The letter about a login from a browser unknown to the account. */
import { m } from "@storyport/texts/messages";
import type { Letter } from "#/platform/mail/letter.ts";
import { notice } from "#/platform/mail/notice.ts";
import type { Addressee } from "#/platform/mail/notice.ts";
import type { Settings } from "#/platform/settings.ts";

type NewLogin = Addressee & { deviceName: string; at: Date };

export function newLoginLetter(settings: Pick<Settings, "brand">, { deviceName, at, ...to }: NewLogin): Letter {
  return notice(settings, to, ({ productName, locale }) => {
    // The reader's time zone is unknown, so the letter names the zone.
    const time = new Intl.DateTimeFormat(locale.locale, { ...timeForm, timeZone: "UTC", timeZoneName: "short" }).format(at);
    return {
      subject: m["letters.newLogin.subject"]({ productName }, locale),
      paragraphs: [
        m["letters.newLogin.what"]({ productName }, locale),
        m["letters.newLogin.device"]({ device: harmless(deviceName) }, locale),
        m["letters.newLogin.time"]({ time }, locale),
      ],
      notYou: m["letters.newLogin.notYou"]({ productName }, locale),
    };
  });
}

const timeForm = { year: "numeric", month: "long", day: "numeric", hour: "2-digit", minute: "2-digit" } as const;

/** The name comes from the browser that logged in. It must neither become a link in a mail program nor start its own line. */
function harmless(deviceName: string): string {
  return deviceName
    .replace(/\.(?!\d)|[^\p{L}\p{M}\p{N} .,()_-]/gu, " ")
    .replace(/ +/g, " ")
    .trim()
    .slice(0, 80);
}
