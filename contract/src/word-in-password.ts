/** Finds the word that a password is built around, so that the browser and the server look at the same one. */

/** Letters that Unicode does not take apart, as `commonWords` writes them. */
const plainLetters: Record<string, string> = { æ: "ae", œ: "oe", ø: "o", ß: "ss" };

/** Lower case without accents, so that å becomes a, É becomes e and ø becomes o. */
export function fold(value: string): string {
  const bare = value.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return bare.replace(/[æœøß]/g, (letter) => plainLetters[letter] ?? letter);
}

const signs: Record<string, string> = { "@": "a", "4": "a", "3": "e", "1": "i", "!": "i", "0": "o", "5": "s", $: "s", "7": "t", "8": "b" };

/** Replaces digits and signs that stand for letters, as in St0ryp0rt. */
export function unmask(password: string): string {
  return password.replace(/[@4310!5$78]/g, (sign) => signs[sign] ?? sign);
}

/** Returns the letters between the first and the last letter, folded: "summer" for "Summer-2026!", "password" for "P@$$w0rd-1". */
export function wordInPassword(password: string): string {
  const inner = password.replace(/^\P{L}+|\P{L}+$/gu, "");
  return unmask(fold(inner)).replace(/[^\p{L}]/gu, "");
}

/**
 * Returns the words with accents as `wordInPassword` folds them, each at its own place, so that its rank stays. Other places hold an empty
 * text.
 */
export function foldedWords(words: readonly string[]): string[] {
  return words.map((word) => {
    const folded = fold(word);
    return folded === word ? "" : folded;
  });
}
