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

/** `label`: the provider's name for the person. Only an address is quoted, because other texts could pass for a link. */
export function identityDisconnectedLetter({ provider, label }: { provider: Provider; label: string | null }): OwnersLetter["write"] {
  return (settings, to) =>
    notice(settings, to, (phrasing) => {
      const { productName, locale } = phrasing;
      const names = { productName, provider: providerFacts[provider].name };
      return {
        subject: m["letters.identityDisconnected.subject"](names, locale),
        paragraphs: [
          label !== null && isEmail(label)
            ? m["letters.identityDisconnected.whatNamed"]({ ...names, account: label }, locale)
            : m["letters.identityDisconnected.what"](names, locale),
        ],
        notYou: m["letters.identityDisconnected.notYou"]({}, locale),
        steps: stepsAgainstStranger(phrasing, to.loginTypes, m["letters.steps.endOthers"]({}, locale)),
      };
    });
}
