/**
 * Checks beyond the rule for new passwords (DESIGN A13). Finds passwords that take too few guesses with the dictionaries of
 * the portal's languages. Of a common word with digits and signs it expects more. Finds passwords that contain the owner's names.
 */
import { limits } from "@storyport/contract/limits";
import { fold, unmask } from "@storyport/contract/word-in-password";
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
  const { guesses, isAroundWord } = await estimateGuesses({ password, names: words });
  return guesses < (isAroundWord ? limits.password.fewestGuessesAroundWord : limits.password.fewestGuesses);
}

/** Splits a name: of an address the part before the @, of other names the whole and each word. */
function wordsOf(name: string): string[] {
  const folded = fold(name.includes("@") ? name.slice(0, name.indexOf("@")) : name);
  const words = [folded.replace(/[^\p{L}\p{N}]/gu, ""), ...folded.split(/[^\p{L}\p{N}]+/u)];
  return words.filter((word) => word.length >= shortestName);
}
