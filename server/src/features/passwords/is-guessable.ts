/**
 * What the server refuses beyond the rule for new passwords (DESIGN A13): what everybody tries first, and what names its
 * owner. A list of stems instead of a list of passwords: under the rule (12 characters of four kinds, or 20) a common
 * password is a common word with digits and signs around it, a word said twice, or a walk over the keyboard.
 */
import { commonWords, keyboardRows } from "./common-words.ts";

/** Shorter names stand in too many words by chance. */
const shortestName = 4;
const shortestWalk = 4;
/** With fewer characters left once walks and common words are taken out, a password is nothing but those. */
const leastOwn = 4;
const mostCommonWords = 2;

const signs: Record<string, string> = { "@": "a", "4": "a", "3": "e", "1": "i", "!": "i", "0": "o", "5": "s", $: "s", "7": "t", "8": "b" };

/** `names`: e-mail address, display name, product and organizations. */
export function isGuessable(password: string, names: readonly string[]): boolean {
  const plain = fold(password);
  const spoken = fold(unmask(password));
  return [plain, spoken].some((form) => isCommon(form) || holdsName(lettersAndDigits(form), names));
}

function isCommon(form: string): boolean {
  const letters = form.replace(/[^\p{L}]/gu, "");
  return isFewWords(letters) || isRepetition(form) || withoutWalks(lettersAndDigits(form)).length < leastOwn;
}

/** One or two common words, however often said, longest first: "passwordpassword" leaves nothing. Three are a passphrase. */
function isFewWords(letters: string): boolean {
  let rest = letters;
  let words = 0;
  for (const word of longestFirst) {
    if (!rest.includes(word)) continue;
    rest = rest.replaceAll(word, "");
    words += 1;
  }
  return words > 0 && words <= mostCommonWords && rest.length < leastOwn;
}

const longestFirst = commonWords.toSorted((a, b) => b.length - a.length);

function isRepetition(form: string): boolean {
  return /^(.{1,6}?)\1{2,}.{0,5}$/su.test(form);
}

const walks = keyboardRows.flatMap((row) => [row, [...row].toReversed().join("")]);

/** Takes out runs of neighbours on the keyboard, in the alphabet and among the digits, forwards and backwards. */
function withoutWalks(form: string): string {
  let rest = "";
  for (let at = 0; at < form.length;) {
    const length = walkLength(form, at);
    if (length < shortestWalk) rest += form[at];
    at += length < shortestWalk ? 1 : length;
  }
  return rest;
}

function walkLength(form: string, from: number): number {
  let length = 1;
  while (from + length < form.length && walks.some((walk) => walk.includes(form.slice(from, from + length + 1)))) length++;
  return length;
}

function holdsName(form: string, names: readonly string[]): boolean {
  return names.flatMap(wordsOf).some((name) => form.includes(name));
}

/** Of an address what stands before the @; of each name its whole and its words. */
function wordsOf(name: string): string[] {
  const folded = fold(name.includes("@") ? name.slice(0, name.indexOf("@")) : name);
  const words = [lettersAndDigits(folded), ...folded.split(/[^\p{L}\p{N}]+/u)];
  return words.filter((word) => word.length >= shortestName);
}

/** Lower case and without accents, so that å is a and É is e. */
function fold(value: string): string {
  return value.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Digits and signs that stand for letters, between letters: P@ssw0rd. At the ends they are decoration. */
function unmask(password: string): string {
  return password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "").replace(/[@4310!5$78]/g, (sign) => signs[sign] ?? sign);
}

function lettersAndDigits(form: string): string {
  return form.replace(/[^\p{L}\p{N}]/gu, "");
}
