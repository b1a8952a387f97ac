/** The e-mails about passwords, from the same texts as the screens. */
import { providers } from "@storyport/contract/providers";
import type { Provider } from "@storyport/contract/providers";
import type { LoginType } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import type { Letter } from "#/platform/mail/letter.ts";
import { notice } from "#/platform/mail/notice.ts";
import type { Addressee } from "#/platform/mail/notice.ts";
import type { Settings } from "#/platform/settings.ts";
import { activationUrl } from "./activation-url.ts";

type LetterSettings = Pick<Settings, "publicUrl" | "brand">;
type LinkLetter = Addressee & { token: string };

export function resetLetter(settings: LetterSettings, { token, ...to }: LinkLetter): Letter {
  return notice(settings, to, ({ productName, locale }) => ({
    subject: m["letters.reset.subject"]({ productName }, locale),
    paragraphs: [m["letters.reset.why"]({ productName }, locale), m["letters.reset.expiry"]({}, locale)],
    action: { label: m["letters.reset.action"]({}, locale), url: `${settings.publicUrl}/account/set-password?code=${token}` },
    notYou: m["letters.reset.notYou"]({}, locale),
  }));
}

export function activationLetter(settings: LetterSettings, { token, ...to }: LinkLetter): Letter {
  return notice(settings, to, ({ productName, locale }) => ({
    subject: m["letters.activation.subject"]({ productName }, locale),
    paragraphs: [m["letters.activation.why"]({ productName }, locale), m["letters.activation.expiry"]({}, locale)],
    action: { label: m["letters.activation.action"]({}, locale), url: activationUrl(settings, token) },
    notYou: m["letters.activation.notYou"]({}, locale),
  }));
}

/** Contains a reset link, because only a new password ends the stop. */
export function stoppedLetter(settings: LetterSettings, { token, ...to }: LinkLetter): Letter {
  return notice(settings, to, ({ productName, locale }) => ({
    subject: m["letters.stopped.subject"]({ productName }, locale),
    paragraphs: [
      m["letters.stopped.what"]({ productName }, locale),
      m["letters.stopped.how"]({}, locale),
      m["letters.stopped.expiry"]({}, locale),
    ],
    action: { label: m["letters.reset.action"]({}, locale), url: `${settings.publicUrl}/account/set-password?code=${token}` },
    notYou: m["letters.stopped.notYou"]({}, locale),
  }));
}

/** For an account without a password: names the login types it has. */
export function otherWaysLetter(settings: LetterSettings, { loginTypes, ...to }: Addressee & { loginTypes: readonly LoginType[] }): Letter {
  return notice(settings, to, ({ productName, locale }) => {
    const ways = providers
      .filter((provider) => loginTypes.includes(provider))
      .map((provider) => wayNames[provider]({}, locale))
      .join(", ");
    return {
      subject: m["letters.otherWays.subject"]({ productName }, locale),
      paragraphs: [
        m["letters.otherWays.why"]({ productName }, locale),
        ways === "" ? m["letters.otherWays.askSchool"]({}, locale) : m["letters.otherWays.ways"]({ ways }, locale),
      ],
      action: { label: m["letters.otherWays.action"]({}, locale), url: `${settings.publicUrl}/login` },
      notYou: m["letters.reset.notYou"]({}, locale),
    };
  });
}

const wayNames: Record<Provider, (typeof m)["login.feide"]> = {
  FEIDE: m["login.feide"],
  GOOGLE: m["login.google"],
  APPLE: m["login.apple"],
};

/** Informs the owner after the change, because it may have been an attacker. It contains no link, so that fakes of it gain nothing. */
export function passwordChangedLetter(settings: LetterSettings, to: Addressee): Letter {
  return notice(settings, to, ({ productName, locale }) => ({
    subject: m["letters.passwordChanged.subject"]({ productName }, locale),
    paragraphs: [m["letters.passwordChanged.what"]({ productName }, locale), m["letters.passwordChanged.ended"]({}, locale)],
    notYou: m["letters.passwordChanged.notYou"]({ productName }, locale),
  }));
}
