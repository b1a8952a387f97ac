/**
 * The spelling of one-time codes: the class's word for the blackboard, and a number for each child, as in "FKM 407 182". The
 * position decides between letter and digit, so that look-alikes cannot be confused.
 */
/** Consonants only, so that no real word can appear. Without Q, so that a 0 or an O among the letters can only mean D. */
const letters = "BCDFGHJKLMNPRSTVWXZ";
const wordLength = 3;
const numberLength = 6;

export const oneTimeCodeAlphabet = { letters, wordLength, numberLength } as const;

const asLetter: Readonly<Record<string, string>> = { "0": "D", "1": "L", "2": "Z", "5": "S", "6": "G", "8": "B", I: "L", O: "D" };
const asDigit: Readonly<Record<string, string>> = { O: "0", Q: "0", D: "0", I: "1", L: "1", Z: "2", S: "5", G: "6", B: "8" };

/** Normalizes what was typed so far: ignores case, spaces and dashes, and corrects look-alikes. */
function meant(typed: string): string {
  const plain = typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}._]/gu, "");
  const each = (character: string, index: number) => (index < wordLength ? asLetter : asDigit)[character] ?? character;
  return [...plain].map(each).join("");
}

/** Reads a typed code; returns undefined if it cannot be a code. */
export function readOneTimeCode(typed: string): { word: string; number: string } | undefined {
  const code = meant(typed);
  const word = code.slice(0, wordLength);
  const number = code.slice(wordLength);
  const isCode = [...word].every((letter) => letters.includes(letter)) && /^\d{6}$/.test(number);
  return isCode ? { word, number } : undefined;
}

/** Formats a code for display, also while it is typed: "FKM 407 182". */
export function spellOneTimeCode(typed: string): string {
  const code = meant(typed).slice(0, wordLength + numberLength);
  return [code.slice(0, 3), code.slice(3, 6), code.slice(6)].filter((part) => part !== "").join(" ");
}
