/** The e-mails after connecting or disconnecting. They contain no link to act on, so that fakes of them gain nothing. */
import { providerFacts } from "@storyport/contract/providers";
import type { Provider } from "@storyport/contract/providers";
import { isEmail } from "@storyport/contract/text-rules";
import { m } from "@storyport/texts/messages";
import type { OwnersLetter } from "#/features/accounts/write-to-owner.ts";
import { notice, stepsAgainstStranger } from "#/platform/mail/notice.ts";

export function identityConnectedLetter(provider: Provider): OwnersLetter["write"] {
  const { name } = providerFacts[provider];
  return (settings, to) =>
    notice(settings, to, (phrasing) => {
      const { productName, locale } = phrasing;
      const names = { productName, provider: name };
      return {
        subject: m["letters.identityConnected.subject"](names, locale),
        paragraphs: [m["letters.identityConnected.what"](names, locale)],
        notYou: m["letters.identityConnected.notYou"]({}, locale),
        steps: stepsAgainstStranger(
          phrasing,
          // The connected provider's account may be the stranger's.
          to.loginTypes.filter((type) => type !== provider),
          m["letters.steps.disconnect"]({ provider: name }, locale),
        ),
      };
    });
}

interface DisconnectedIdentity {
  provider: Provider;
  /** The provider's name for the person. */
  label: string | null;
  created_at: Date;
}

/** Quotes only an address, because other texts could pass for a link. Without an address the time of connecting says which account it was. */
export function identityDisconnectedLetter({ provider, label, created_at: connectedAt }: DisconnectedIdentity): OwnersLetter["write"] {
  return (settings, to) =>
    notice(settings, to, (phrasing) => {
      const { productName, locale, time } = phrasing;
      const names = { productName, provider: providerFacts[provider].name };
      return {
        subject: m["letters.identityDisconnected.subject"](names, locale),
        paragraphs: [
          label !== null && isEmail(label)
            ? m["letters.identityDisconnected.whatNamed"]({ ...names, account: label }, locale)
            : m["letters.identityDisconnected.what"]({ ...names, time: time(connectedAt) }, locale),
        ],
        notYou: m["letters.identityDisconnected.notYou"]({}, locale),
        steps: stepsAgainstStranger(phrasing, to.loginTypes, m["letters.steps.endOthers"]({}, locale)),
      };
    });
}
