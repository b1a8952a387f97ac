/** Says how to improve a password. It is loaded only for a new password, and when the user types, because its dictionaries are large. */
import { commonWords } from "@storyport/contract/common-words";
import { limits } from "@storyport/contract/limits";
import { fold, foldedWords, wordInPassword } from "@storyport/contract/word-in-password";
import { getLocale } from "@storyport/texts/runtime";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import adjacencyGraphs from "@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs";
import passwords from "@zxcvbn-ts/language-common/dist/passwords.json.mjs";
import { languageWords } from "./language-words.ts";

/** The name of a text in passwordAdvice.* */
export type Advice = "common" | "word" | "keyboard" | "repeated" | "sequence" | "date" | "own" | "guessable";

/** Maps a dictionary or a pattern of zxcvbn to its advice. */
const adviceOn: Record<string, Advice> = {
  passwords: "common",
  words: "word",
  folded: "word",
  userInputs: "own",
  spatial: "keyboard",
  repeat: "repeated",
  sequence: "sequence",
  date: "date",
  // The only regular expression of zxcvbn finds recent years.
  regex: "date",
};

/** The time of a check grows with the square of the length, so only the first characters count. */
const ratedCharacters = 64;

const { default: words } = await languageWords[getLocale()]();
const zxcvbn = new ZxcvbnFactory({
  dictionary: { passwords: [...commonWords, ...passwords], words: [...words], folded: foldedWords(words) },
  graphs: adjacencyGraphs,
  maxLength: ratedCharacters,
  // Twenty see through disguises such as Tigger12345!!, as on the server (guess-worker.ts).
  l33tMaxSubstitutions: 20,
});

/** Returns undefined for a password that takes enough guesses. The server uses more dictionaries and decides. */
export function advise(password: string, email: string): Advice | undefined {
  const own = email.split("@").filter((part) => part !== "");
  const [only, ...more] = zxcvbn.check(wordInPassword(password), own).sequence;
  const isAroundWord = only !== undefined && only.pattern !== "bruteforce" && more.length === 0;
  // The common words have no accents.
  const [typed, folded] = [zxcvbn.check(password, own), zxcvbn.check(fold(password), own)];
  const { guesses, sequence } = isAroundWord && folded.guesses < typed.guesses ? folded : typed;
  if (guesses >= (isAroundWord ? limits.password.fewestGuessesAroundWord : limits.password.fewestGuesses)) return undefined;
  const [longest] = sequence.filter(({ pattern }) => pattern !== "bruteforce").toSorted((a, b) => b.token.length - a.token.length);
  return adviceOn[String(longest?.["dictionaryName"] ?? longest?.pattern)] ?? "guessable";
}
