/** The e-mails after connecting or disconnecting. They contain no link to act on, so that fakes of them gain nothing. */
import { providerFacts } from "@storyport/contract/providers";
import type { Provider } from "@storyport/contract/providers";
import { m } from "@storyport/texts/messages";
import type { OwnersLetter } from "#/features/accounts/write-to-owner.ts";
import { notice } from "#/platform/mail/notice.ts";

const connected = {
  subject: m["letters.identityConnected.subject"],
  what: m["letters.identityConnected.what"],
  notYou: m["letters.identityConnected.notYou"],
};
const disconnected = {
  subject: m["letters.identityDisconnected.subject"],
  what: m["letters.identityDisconnected.what"],
  notYou: m["letters.identityDisconnected.notYou"],
};

export function identityConnectedLetter(provider: Provider): OwnersLetter["write"] {
  return changeLetter(provider, connected);
}

export function identityDisconnectedLetter(provider: Provider): OwnersLetter["write"] {
  return changeLetter(provider, disconnected);
}

function changeLetter(provider: Provider, texts: typeof connected | typeof disconnected): OwnersLetter["write"] {
  return (settings, to) =>
    notice(settings, to, ({ productName, locale }) => {
      const names = { productName, provider: providerFacts[provider].name };
      return { subject: texts.subject(names, locale), paragraphs: [texts.what(names, locale)], notYou: texts.notYou(names, locale) };
    });
}
