/** The letter about a login from a browser unknown to the account. */
import { m } from "@storyport/texts/messages";
import type { Letter } from "#/platform/mail/letter.ts";
import { notice, stepsToNewPassword } from "#/platform/mail/notice.ts";
import type { Addressee, LetterSettings } from "#/platform/mail/notice.ts";

type NewLogin = Addressee & { deviceName: string; at: Date };

export function newLoginLetter(settings: LetterSettings, { deviceName, at, ...to }: NewLogin): Letter {
  return notice(settings, to, (phrasing) => {
    const { productName, locale } = phrasing;
    return {
      subject: m["letters.newLogin.subject"]({ productName }, locale),
      paragraphs: [
        m["letters.newLogin.what"]({ productName }, locale),
        m["letters.newLogin.device"]({ device: harmless(deviceName) }, locale),
        m["letters.newLogin.time"]({ time: phrasing.time(at) }, locale),
      ],
      notYou: m["letters.newLogin.notYou"]({}, locale),
      steps: stepsToNewPassword(phrasing),
    };
  });
}

/**
 * The name comes from the browser that logged in. It must not become a link in a mail program, start its own line or fill the letter. A dot
 * stays only before a digit, as in a version.
 */
function harmless(deviceName: string): string {
  return deviceName
    .replace(/\.(?!\d)|[^\p{L}\p{M}\p{N} .,()_-]/gu, " ")
    .replace(/ +/g, " ")
    .trim()
    .slice(0, 80);
}
