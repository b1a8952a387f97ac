/** Tells the owner after the fact: whoever did not do it themselves must learn of it. No link to act on, so none to fake. */
import type { Provider } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { writeLetter } from "#/platform/mail/letter.ts";
import type { Letter } from "#/platform/mail/letter.ts";
import { greet, support } from "#/platform/mail/letter-phrases.ts";
import { toLocale } from "#/platform/mail/locale.ts";
import { postLetter } from "#/platform/mail/outbox.ts";
import type { Settings } from "#/platform/settings.ts";

interface Owner {
  id: string;
  email: string | null;
  display_name: string | null;
  default_locale: string;
}

interface Change {
  account: Owner;
  provider: Provider;
  what: keyof typeof texts;
}

/** Their own names, the same in every language. */
const providerNames: Record<Provider, string> = { FEIDE: "Feide", GOOGLE: "Google", APPLE: "Apple" };

const texts = {
  identityConnected: {
    subject: m["letters.identityConnected.subject"],
    what: m["letters.identityConnected.what"],
    notYou: m["letters.identityConnected.notYou"],
  },
  identityDisconnected: {
    subject: m["letters.identityDisconnected.subject"],
    what: m["letters.identityDisconnected.what"],
    notYou: m["letters.identityDisconnected.notYou"],
  },
};

/** A student without an address is told by nobody; the history keeps it. */
export async function tellOwner(
  { settings }: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  change: Change,
): Promise<void> {
  const { account, what } = change;
  if (account.email === null) return;
  await postLetter(transaction, {
    accountId: account.id,
    recipient: account.email,
    name: what,
    letter: changeLetter(settings, change),
    validForSeconds: 7 * 24 * 3600,
  });
}

function changeLetter(settings: Pick<Settings, "brand">, { account, provider, what }: Change): Letter {
  const locale = { locale: toLocale(account.default_locale) };
  const { productName } = settings.brand;
  const names = { productName, provider: providerNames[provider] };
  return writeLetter({
    language: account.default_locale,
    productName,
    subject: texts[what].subject(names, locale),
    greeting: greet(account.display_name, locale),
    paragraphs: [texts[what].what(names, locale)],
    closing: [texts[what].notYou(names, locale), support(settings, locale)],
  });
}
