/**
 * How one-time codes are spelled: the class's word, which stands on the blackboard, and a number of the child's own: "FKM 407 182".
 * The place says whether a character is a letter or a digit, so none can be taken for the other.
 */
const letters = "BCDFGHJKLMNPRSTVWXZ";
const wordLength = 3;
const numberLength = 6;

/** Consonants: no word that means something comes out of them. */
export const oneTimeCodeAlphabet = { letters, wordLength, numberLength } as const;

const asLetter: Readonly<Record<string, string>> = { "0": "D", "1": "L", "2": "Z", "5": "S", "6": "G", "8": "B", I: "L", O: "D" };
const asDigit: Readonly<Record<string, string>> = { O: "0", Q: "0", D: "0", I: "1", L: "1", Z: "2", S: "5", G: "6", B: "8" };

/** What was typed, as far as it goes, without what stands between: case, spaces, dashes and look-alikes are forgiven. */
function meant(typed: string): string {
  const plain = typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}._]/gu, "");
  const each = (character: string, index: number) => (index < wordLength ? asLetter : asDigit)[character] ?? character;
  return [...plain].map(each).join("");
}

/** The code that was meant; undefined for what cannot be one. */
export function readOneTimeCode(typed: string): { word: string; number: string } | undefined {
  const code = meant(typed);
  const word = code.slice(0, wordLength);
  const number = code.slice(wordLength);
  const isCode = [...word].every((letter) => letters.includes(letter)) && /^\d{6}$/.test(number);
  return isCode ? { word, number } : undefined;
}

/** As it is shown, and as it forms while it is typed: "FKM 407 182". */
export function spellOneTimeCode(typed: string): string {
  const code = meant(typed).slice(0, wordLength + numberLength);
  return [code.slice(0, 3), code.slice(3, 6), code.slice(6)].filter((part) => part !== "").join(" ");
}
