/** The e-mails about passwords, from the same texts as the screens. */
import { providerFacts, providers } from "@storyport/contract/providers";
import type { LoginType } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import type { Letter } from "#/platform/mail/letter.ts";
import type { SenderNames } from "#/features/accounts/name-sender.ts";
import { notice, stepsToNewPassword } from "#/platform/mail/notice.ts";
import type { Addressee, LetterSettings, Phrasing } from "#/platform/mail/notice.ts";
import { activationUrl } from "./activation-url.ts";

type LinkLetter = Addressee & { token: string; expiresAt: Date };

/**
 * The cause of a reset link. `asked`: the owner asked. `expired`: the owner logged in with an expired password. `ended`: a user who manages
 * accounts ended the password. `sent`: such a user sent the link.
 */
export type ResetReason = "asked" | "expired" | "ended" | "sent";

/**
 * The cause of an activation link. `invited`: the account is new, or its invitation is sent again. `asked`: the owner of an invited account
 * asked. `askedActive`: the owner of an active account without a password asked. `sent`: a user who manages accounts sent it to such an
 * account. `newEmail`: the address changed, which ended any password.
 */
export type ActivationReason = "invited" | "asked" | "askedActive" | "sent" | "newEmail";

/** `passwordWorks`: whether the present password logs in until a new password is chosen. */
type Reset = LinkLetter & { reason: ResetReason; passwordWorks: boolean };

export function resetLetter(settings: LetterSettings, { token, expiresAt, reason, passwordWorks, ...to }: Reset): Letter {
  return notice(settings, to, ({ productName, locale, time }) => ({
    subject: m["letters.reset.subject"]({ productName }, locale),
    paragraphs: [
      resetReasons[reason]({ productName }, locale),
      m["letters.reset.expiry"]({ until: time(expiresAt) }, locale),
      ...(passwordWorks ? [m["letters.reset.stays"]({}, locale)] : []),
    ],
    action: { label: m["letters.reset.action"]({}, locale), url: `${settings.publicUrl}/account/set-password?code=${token}` },
    notYou: resetNotYou[reason]({}, locale),
  }));
}

const resetReasons = {
  asked: m["letters.reset.why"],
  expired: m["letters.reset.whyExpired"],
  ended: m["letters.reset.whyEnded"],
  sent: m["letters.reset.whySent"],
};

const resetNotYou = {
  asked: m["letters.reset.notYou"],
  expired: m["letters.reset.notYouExpired"],
  ended: m["letters.reset.notYouSchool"],
  sent: m["letters.reset.notYouSchool"],
};

type Activation = LinkLetter & { reason: ActivationReason; sender: SenderNames };

export function activationLetter(settings: LetterSettings, { token, expiresAt, reason, sender, ...to }: Activation): Letter {
  return notice(settings, to, (phrasing) => {
    const { locale, time } = phrasing;
    return {
      subject: activationSubject(phrasing, reason, sender),
      paragraphs: [activationReason(phrasing, reason, sender), m["letters.activation.expiry"]({ until: time(expiresAt) }, locale)],
      action: { label: m["letters.activation.action"]({}, locale), url: activationUrl(settings, token) },
      notYou:
        reason === "asked" || reason === "askedActive" ? m["letters.reset.notYou"]({}, locale) : m["letters.activation.notYou"]({}, locale),
    };
  });
}

function activationSubject({ productName, locale }: Phrasing, reason: ActivationReason, { school }: SenderNames): string {
  if (reason === "newEmail") return m["letters.emailIsNow.subject"]({ productName }, locale);
  if (reason !== "invited" || school === undefined) return m["letters.activation.subject"]({ productName }, locale);
  return m["letters.activation.subjectSchool"]({ school, productName }, locale);
}

function activationReason({ productName, locale }: Phrasing, reason: ActivationReason, { school, person }: SenderNames): string {
  if (reason === "newEmail") return m["letters.activation.whyNewEmail"]({ productName }, locale);
  if (reason === "asked") return m["letters.activation.whyAsked"]({ productName }, locale);
  if (reason === "askedActive") return m["letters.reset.why"]({ productName }, locale);
  if (reason === "sent") return m["letters.reset.whySent"]({ productName }, locale);
  if (school === undefined) return m["letters.activation.why"]({ productName }, locale);
  if (person === undefined) return m["letters.activation.whySchool"]({ school, productName }, locale);
  return m["letters.activation.whyInvited"]({ inviter: person, school, productName }, locale);
}

/** A hundred wrong passwords stopped logins by password. Contains a reset link, because only a new password ends the stop. */
export function stoppedLetter(settings: LetterSettings, { token, expiresAt, ...to }: LinkLetter): Letter {
  return notice(settings, to, ({ productName, locale, time }) => ({
    subject: m["letters.stopped.subject"]({ productName }, locale),
    paragraphs: [
      m["letters.stopped.what"]({ productName }, locale),
      m["letters.stopped.how"]({}, locale),
      m["letters.stopped.expiry"]({ until: time(expiresAt) }, locale),
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
      .map((provider) => providerFacts[provider].name)
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

/** Informs the owner after the change, because it may have been an attacker. It contains no link, so that fakes of it gain nothing. */
export function passwordChangedLetter(settings: LetterSettings, to: Addressee): Letter {
  return notice(settings, to, (phrasing) => {
    const { productName, locale } = phrasing;
    return {
      subject: m["letters.passwordChanged.subject"]({ productName }, locale),
      paragraphs: [m["letters.passwordChanged.what"]({ productName }, locale), m["letters.passwordChanged.ended"]({}, locale)],
      notYou: m["letters.passwordChanged.notYou"]({}, locale),
      steps: [m["letters.steps.mailbox"]({}, locale), ...stepsToNewPassword(phrasing)],
    };
  });
}
