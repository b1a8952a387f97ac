import { providerFacts, providers } from "@storyport/contract/providers";
import type { LoginType } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import type { Settings } from "#/platform/settings.ts";
import { writeLetter } from "./letter.ts";
import type { Letter } from "./letter.ts";
import { toLocale } from "./locale.ts";

/** The person that the letter greets, and the language. */
export interface Addressee {
  locale: string;
  /** Null if the person has no name, or if the letter must not give it. */
  displayName: string | null;
}

export type LetterSettings = Pick<Settings, "brand" | "publicUrl" | "timeZone">;

/** The values for the words of a letter. */
export interface Phrasing {
  productName: string;
  supportEmail: string;
  /** The portal's host, which readers are asked to open themselves. */
  host: string;
  locale: Localized;
  /** A moment in the reader's language, but in the portal's time zone (TIME_ZONE), which the text names. */
  time(at: Date): string;
}

export interface Words {
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  notYou: string;
  steps?: string[];
}

type Localized = { locale: ReturnType<typeof toLocale> };

/**
 * Builds any letter, in the account's language: a greeting, its own words, "was this not you?" and where to get help. Each `letters.ts` of
 * a feature calls it.
 */
export function notice({ brand, publicUrl, timeZone }: LetterSettings, to: Addressee, words: (phrasing: Phrasing) => Words): Letter {
  const { productName, supportEmail } = brand;
  const locale = { locale: toLocale(to.locale) };
  const { host } = new URL(publicUrl);
  const clock = new Intl.DateTimeFormat(locale.locale, { ...timeForm, timeZone });
  const { steps = [], ...own } = words({ productName, supportEmail, host, locale, time: (at) => clock.format(at) });
  return writeLetter({
    ...own,
    steps,
    language: to.locale,
    productName,
    greeting: greet(to.displayName, locale),
    closing: [m["letters.support"]({ email: supportEmail }, locale)],
  });
}

/**
 * The steps against a stranger in the account. The steps `between` come before the new password, which logs out everywhere. No step uses a
 * link of the letter, since the letter may be forged.
 */
export function stepsToNewPassword({ productName, host, supportEmail, locale }: Phrasing, ...between: string[]): string[] {
  return [
    m["letters.steps.open"]({ host }, locale),
    ...between,
    m["letters.steps.newPassword"]({ productName }, locale),
    m["letters.steps.write"]({ email: supportEmail }, locale),
  ];
}

/**
 * The same for the owner of an account that may have no password here. Then the provider's password is the one to change, which logs out
 * nobody here. So each step `between` must also ask the owner to log out on other devices.
 */
export function stepsAgainstStranger(phrasing: Phrasing, loginTypes: readonly LoginType[], ...between: string[]): string[] {
  if (loginTypes.includes("PASSWORD")) return stepsToNewPassword(phrasing, ...between);
  const { host, supportEmail, locale } = phrasing;
  const ways = providers.filter((provider) => loginTypes.includes(provider)).map((provider) => providerFacts[provider].name);
  return [
    m["letters.steps.open"]({ host }, locale),
    ...(between.length > 0 ? between : [m["letters.steps.endSessions"]({}, locale)]),
    ...(ways.length > 0 ? [m["letters.steps.providerPassword"]({ ways: ways.join(", ") }, locale)] : []),
    m["letters.steps.write"]({ email: supportEmail }, locale),
  ];
}

const timeForm = {
  weekday: "long",
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
} as const;

/**
 * Text that mail programs turn into a link, which a display name must not contain. A single letter before the dot is an initial
 * (J.P.Balkenende), unless a short ending (t.me) or a path follows.
 */
const linkLike = /[\p{L}\p{M}\p{N}_-]{2,}\.[\p{L}\p{M}]{2,}|[\p{L}\p{N}]\.\p{L}{2,3}(?![\p{L}\p{N}])|\.\p{L}{2,}\/|:\/\//u;
/** Dots of other scripts, which browsers read as dots in a host name. */
const otherDots = /[。．｡]/g;

function greet(displayName: string | null, locale: Localized): string {
  const name = harmlessName(displayName);
  return name === undefined ? m["letters.greeting"]({}, locale) : m["letters.greetingByName"]({ name }, locale);
}

/** Adds a space after the signs of an address, also full-width dots. So a mail program makes no link. */
export function withoutLinks(text: string): string {
  return text.replaceAll(/[.:/@。．｡]+(?=\S)/gu, "$& ");
}

/** Returns a name that a letter may contain, or undefined. */
export function harmlessName(name: string | null | undefined): string | undefined {
  return name === null || name === undefined || name === "" || linkLike.test(name.normalize("NFKC").replaceAll(otherDots, "."))
    ? undefined
    : name;
}
