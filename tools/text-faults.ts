import { type Language, placeholders, sourceLanguage } from "./texts.ts";

type Texts = ReadonlyMap<string, string>;

/** Texts that correctly equal the English: names, and words that languages share. Maps each key to its languages. */
export const sameAsEnglish: Readonly<Record<string, readonly Language[]>> = {
  "bench.person": ["nb", "nn"],
  "health.counted": ["nb", "nn", "nl", "pt-BR"],
  "health.database": ["nb", "nn", "nl"],
  "health.logins": ["nl", "pt-BR"],
  "health.migrations": ["fr"],
  "health.portal": ["nb", "nn", "pt-BR"],
  "health.signs": ["nb", "nn", "fr", "nl", "pt-BR"],
  "health.table": ["fr"],
  "health.version": ["fr"],
  "passkeys.title": ["nl"],
  "users.passkeys": ["nl"],
  "personalData.passkeys": ["nl"],
  "app.titleOf": ["nb", "nn", "fr", "nl", "pt-BR"],
  "personalData.badges": ["fr"],
  "personalData.sessions": ["nl"],
  "personalData.account": ["nl"],
  "erasures.countSessions": ["nl"],
  "erasures.countAccount": ["nl"],
  "erasures.school": ["nl"],
  "erasures.classes": ["fr"],
  "area.page": ["fr"],
  "classImports.externalId": ["nb", "nn", "nl", "pt-BR"],
  "dashboardLogin.title": ["nl"],
  "games.description": ["fr"],
  "games.public": ["fr"],
  "loginChecks.organization": ["nl"],
  "playerGroups.classesTitle": ["fr"],
  "history.changed": ["nb", "nn", "nl", "pt-BR"],
  "history.nameAndValue": ["nb", "nn", "nl", "pt-BR"],
  "rosters.titleOf": ["nb", "nn", "nl", "pt-BR"],
  "history.stage": ["pt-BR"],
  "lessons.count": ["nb", "nn", "nl", "pt-BR"],
  "lessons.minutes": ["fr"],
  "playerGroups.codesCount": ["fr", "nl"],
  "playerGroups.oneTimeCode": ["fr", "nl"],
  "lessons.nowIs": ["nb", "nn", "nl", "pt-BR"],
  "lessons.timeLeftOf": ["nb", "nn", "fr", "nl", "pt-BR"],
  "lessons.timeLeftHours": ["fr", "pt-BR"],
  "organizations.description": ["fr"],
  "organizations.gameLabel": ["nb", "nn", "fr", "nl", "pt-BR"],
  "organizations.memberStatus": ["nb", "nn", "nl"],
  "playerGroups.badge": ["fr"],
  "playerGroups.badgesHeading": ["fr"],
  "playerGroups.organization": ["nl"],
  "playerGroups.person": ["nb", "nn"],
  "playerGroups.rightsSaved": ["nb", "nn", "nl", "pt-BR"],
  "playerGroups.type": ["nb", "nn"],
  "profile.roleAdmin": ["nb", "nn"],
  "seats.picturePalm": ["nl"],
  "sessions.withBadge": ["fr"],
  "sessions.withApple": ["nb", "nn", "fr", "nl", "pt-BR"],
  "sessions.withFeide": ["nb", "nn", "fr", "nl", "pt-BR"],
  "sessions.withGoogle": ["nb", "nn", "fr", "nl", "pt-BR"],
  "userGroups.memberStatus": ["nb", "nn", "nl"],
  "userGroups.type": ["nb", "nn"],
  "users.loginAPI": ["nb", "nn", "fr", "nl", "pt-BR"],
  "users.loginAPPLE": ["nb", "nn", "fr", "nl", "pt-BR"],
  "users.loginFEIDE": ["nb", "nn", "fr", "nl", "pt-BR"],
  "users.loginGOOGLE": ["nb", "nn", "fr", "nl", "pt-BR"],
  "users.loginQRCODE": ["fr"],
  "users.status": ["nb", "nn", "nl"],
};

export interface Translation {
  language: Language;
  texts: Texts;
  source: Texts;
  /** Whether missing texts are allowed, because the language is still being translated. */
  isIncomplete: boolean;
}

/** Returns the faults of one language's texts, a line each. */
export function translationFaults({ language, texts, source, isIncomplete }: Translation): string[] {
  const tell = (key: string, fault: string): string => `texts/${language}.json: "${key}" ${fault}`;
  const missing = [...source.keys()].filter((key) => !texts.has(key) && !isIncomplete);
  const faults = missing.map((key) => tell(key, "is missing"));
  for (const [key, text] of texts) {
    const original = source.get(key);
    if (original === undefined) faults.push(tell(key, `is not in texts/${sourceLanguage}.json`));
    else
      faults.push(...[...textFaults(language, text), ...differences(language, key, { text, original })].map((fault) => tell(key, fault)));
  }
  return faults;
}

/** Returns keys that occur nowhere in the code in quotes, as in m["errors.loginFailed"]() or code: "errors.loginFailed". */
export function unusedTexts(keys: Iterable<string>, code: string): string[] {
  const quoted = new Set(code.match(/(?<=["'`])[\w-]+(?:\.[\w-]+)+(?=["'`])/g));
  return [...keys]
    .filter((key) => !quoted.has(key))
    .map((key) => `texts/${sourceLanguage}.json: "${key}" is used nowhere in web or server`);
}

/** Returns the entries of `sameAsEnglish` that are not needed any more, a sentence each. */
export function staleAllowances(language: Language, { texts, source }: Pick<Translation, "texts" | "source">): string[] {
  return Object.entries(sameAsEnglish)
    .filter(([key, languages]) => languages.includes(language) && (!source.has(key) || texts.get(key) !== source.get(key)))
    .map(([key]) => `tools/text-faults.ts: "${key}" is not the same in ${language} and English any more`);
}

interface Rule {
  fault: string;
  pattern: RegExp;
  /** All languages if absent. */
  languages?: readonly Language[];
}

const translations = ["nb", "nn", "fr", "nl", "pt-BR"] as const;

const rules: readonly Rule[] = [
  { fault: "is empty", pattern: /^\s*$/u },
  { fault: "begins or ends with a space", pattern: /^\s+\S|\S\s+$/u },
  { fault: "has two spaces in a row", pattern: /\s\s/u },
  { fault: "has a brace that is no placeholder's", pattern: /\{(?!\w+\})|(?<!\{\w*)\}/u },
  { fault: "has straight quotes or a straight apostrophe", pattern: /["']/u, languages: translations },
  { fault: "has three dots instead of …", pattern: /\.\.\./u, languages: translations },
  { fault: "lacks the narrow no-break space (U+202F) before ; ! ?", pattern: /(?<!\u202F)[;!?]/u, languages: ["fr"] },
  { fault: "lacks the no-break space (U+00A0) before a colon", pattern: /(?<!\u00A0):/u, languages: ["fr"] },
  { fault: "lacks the no-break space (U+00A0) inside « »", pattern: /«(?!\u00A0)|(?<!\u00A0)»/u, languages: ["fr"] },
  { fault: "lacks the no-break space (U+00A0) before …", pattern: /(?<!\u00A0)…/u, languages: ["nb", "nn"] },
];

function textFaults(language: Language, text: string): string[] {
  return rules
    .filter(({ pattern, languages }) => (languages === undefined || languages.includes(language)) && pattern.test(text))
    .map(({ fault }) => fault);
}

function differences(language: Language, key: string, { text, original }: { text: string; original: string }): string[] {
  if (language === sourceLanguage) return [];
  const faults: string[] = [];
  if (placeholders(text).join() !== placeholders(original).join()) faults.push(`has other placeholders than in English`);
  if (markup(text).join() !== markup(original).join()) faults.push(`has other markup than in English`);
  if (text === original && sameAsEnglish[key]?.includes(language) !== true) faults.push("is the same as in English");
  return faults;
}

function markup(text: string): readonly string[] {
  return (text.match(/<\/?[a-z][^>]*>/giu) ?? []).toSorted();
}
