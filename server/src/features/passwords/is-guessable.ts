/**
 * Checks beyond the rule for new passwords (DESIGN A13). Finds passwords that take too few guesses with the dictionaries of
 * the portal's languages. Finds passwords that contain the owner's names.
 */
import { limits } from "@storyport/contract/limits";
import { estimateGuesses } from "./estimate-guesses.ts";

/** Shorter names occur in too many words by chance. */
const shortestName = 4;

/**
 * Returns whether a password is too easy to guess. `names`: e-mail address, display name, product and organizations. Refuses like
 * `estimateGuesses`.
 */
export async function isGuessable(password: string, names: readonly string[]): Promise<boolean> {
  const words = names.flatMap(wordsOf);
  const forms = [fold(password), fold(unmask(password))].map((form) => form.replace(/[^\p{L}\p{N}]/gu, ""));
  if (words.some((word) => forms.some((form) => form.includes(word)))) return true;
  const guesses = await Promise.all([password, fold(password)].map((each) => estimateGuesses({ password: each, names: words })));
  return Math.min(...guesses) < limits.password.fewestGuesses;
}

const signs: Record<string, string> = { "@": "a", "4": "a", "3": "e", "1": "i", "!": "i", "0": "o", "5": "s", $: "s", "7": "t", "8": "b" };

/** Replaces digits and signs that stand for letters, as in St0ryp0rt. */
function unmask(password: string): string {
  return password.replace(/[@4310!5$78]/g, (sign) => signs[sign] ?? sign);
}

/** Splits a name: of an address the part before the @, of other names the whole and each word. */
function wordsOf(name: string): string[] {
  const folded = fold(name.includes("@") ? name.slice(0, name.indexOf("@")) : name);
  const words = [folded.replace(/[^\p{L}\p{N}]/gu, ""), ...folded.split(/[^\p{L}\p{N}]+/u)];
  return words.filter((word) => word.length >= shortestName);
}

/** Letters that Unicode does not take apart, as `commonWords` writes them. */
const plainLetters: Record<string, string> = { æ: "ae", œ: "oe", ø: "o", ß: "ss" };

/** Lower case without accents, so that å becomes a, É becomes e and ø becomes o. */
function fold(value: string): string {
  const bare = value.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return bare.replace(/[æœøß]/g, (letter) => plainLetters[letter] ?? letter);
}
