import type { Locale } from "@storyport/contract/vocabulary";

/** How a name writes its year. */
interface Writing {
  /** Matches the year: its number, and an ordinal's ending if that changes with the number. */
  pattern: RegExp;
  /** The last year that another year follows in the same school or in the next. */
  last: number;
  /** Writes the year after `year`. */
  write?: (year: number) => string;
}

const nextYear = (year: number): string => String(year + 1);
/** The years of a French collège count down. */
const formerNumber = (year: number): string => String(year - 1);

/** French schools go from CP to CM2, and then count down from 6e to 3e. */
const frenchLevels: readonly string[] = ["CP", "CE1", "CE2", "CM1", "CM2", "6e"];
/** PS, MS and GS come before CP and get no proposal. They are found, because "GS CP" joins two years. */
const frenchLevel = /\b(?:PS|MS|GS|CP|CE1|CE2|CM1|CM2)\b/gi;

/** Words that name the year, so that the language of the reader does not matter. */
const withWords: readonly Writing[] = [
  { pattern: /^\d{1,2}(?=\.? ?[A-ZÆØÅ]? ?(?:klasse|klassetrinn|trinn|steg)\b)/i, last: 9 },
  { pattern: /(?<=^groep ?)\d/i, last: 7 },
  { pattern: /(?<=^(?:leerjaar|klas) ?)\d/i, last: 5 },
  { pattern: /^\d(?=e (?:leerjaar|klas)\b)/i, last: 5 },
  { pattern: /^\d(?:ste|de)(?= (?:leerjaar|klas)\b)/i, last: 5, write: (year) => `${year + 1}de` },
  // The years of the ensino médio begin at 1 again.
  { pattern: /^\d(?=[ºª°o]? ?ano\b(?!.*(?:m[ée]dio|\bEM\b)))/i, last: 8 },
  { pattern: /(?<=^year ?)\d{1,2}/i, last: 12 },
  { pattern: /(?<=^grade ?)\d{1,2}/i, last: 11 },
  { pattern: /^\d{1,2}(?:st|nd|rd|th)(?= grade\b)/i, last: 11, write: nextOrdinal },
  { pattern: /^[4-6](?=i?ème\b)(?!.*(?:ann[ée]e|primaire|maternelle|secondaire))/i, last: 6, write: formerNumber },
];

/**
 * A number with the letter of its class. "3e" is class E of year 3 in Norway, and the third class in the Netherlands. In France it is the
 * last year of a collège. English and Portuguese readers get no proposal for "3e", because they may mean any of the three. A French "3A"
 * may count up or down.
 */
const withoutWords: Readonly<Record<Locale, readonly Writing[]>> = {
  // A Norwegian school ends with year 10, and an English one goes on. The readers of both may choose English.
  en: [{ pattern: /^\d{1,2}(?= ?[A-Z]?$|[a-df-z]$)/, last: 9 }],
  nb: [{ pattern: /^\d{1,2}(?= ?[A-ZÆØÅ]?$)/i, last: 9 }],
  nn: [{ pattern: /^\d{1,2}(?= ?[A-ZÆØÅ]?$)/i, last: 9 }],
  // Year 6 is the last year of a Flemish school, and not of a Dutch school.
  nl: [{ pattern: /^\d(?= ?[A-Z]?$|e [A-Z]$)/i, last: 5 }],
  // "3e année" and "3e primaire" count upwards, in Belgium, Switzerland and Canada.
  fr: [{ pattern: /^[4-6](?=e(?: |[A-Z]?$))(?!.*(?:ann[ée]e|primaire|maternelle|secondaire))/i, last: 6, write: formerNumber }],
  "pt-BR": [{ pattern: /^\d(?=[ºª°]? ?[A-Z]?$|[a-df-z]$)/, last: 8 }],
};

/** A slash, a plus, an ampersand or a word that joins two years: "3/4", "CP et CE1". */
const joint = /[/+&]|\s(?:and|og|en|et|e|ou|of|til|à|a)\s/;

/**
 * Proposes the name of next year's class: 2A becomes 3A, "1. klasse" becomes "2. klasse". Returns undefined for a last year, a class of
 * several years, and any name whose year is not certain. `language` is the reader's.
 */
export function nextClassName(name: string, language: Locale): string | undefined {
  const trimmed = name.trim();
  if (joint.test(trimmed)) return undefined;
  const levels = trimmed.match(frenchLevel) ?? [];
  if (levels.length > 0) return levels.length === 1 ? afterFrenchLevel(trimmed, levels[0]) : undefined;
  if (/^reception(?: \p{L}+)?$/iu.test(trimmed)) return trimmed.replace(/^reception/i, "Year 1");
  // A second number is a second year, or a calendar year, which would change too.
  if ((trimmed.match(/\d+/g) ?? []).length !== 1) return undefined;
  const writing = [...withWords, ...withoutWords[language]].find(({ pattern }) => pattern.test(trimmed));
  return writing === undefined ? undefined : writeNext(trimmed, writing);
}

function writeNext(name: string, { pattern, last, write = nextYear }: Writing): string | undefined {
  const year = Number.parseInt(pattern.exec(name)?.[0] ?? "", 10);
  return year >= 1 && year <= last ? name.replace(pattern, write(year)) : undefined;
}

function afterFrenchLevel(name: string, level = ""): string | undefined {
  const at = frenchLevels.indexOf(level.toUpperCase());
  const next = frenchLevels[at + 1];
  // A number beside it is another year.
  const isOnlyYear = at >= 0 && !/\d/.test(name.replace(level, ""));
  return isOnlyYear && next !== undefined ? name.replace(level, next) : undefined;
}

function nextOrdinal(year: number): string {
  const endings: Readonly<Record<number, string>> = { 2: "nd", 3: "rd" };
  return `${year + 1}${endings[year + 1] ?? "th"}`;
}
