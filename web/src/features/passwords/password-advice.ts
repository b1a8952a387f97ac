/** What would make a password harder to guess. Loaded only where a password is chosen, and once somebody types: its dictionaries are large. */
import { commonWords } from "@storyport/contract/common-words";
import { limits } from "@storyport/contract/limits";
import { getLocale } from "@storyport/texts/runtime";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import adjacencyGraphs from "@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs";
import passwords from "@zxcvbn-ts/language-common/dist/passwords.json.mjs";
import { languageWords } from "./language-words.ts";

/** The name of a text: passwordAdvice.* */
export type Advice = "common" | "word" | "keyboard" | "repeated" | "sequence" | "date" | "own" | "guessable";

/** By the dictionary, or else by the pattern, that zxcvbn finds. */
const adviceOn: Record<string, Advice> = {
  passwords: "common",
  words: "word",
  userInputs: "own",
  spatial: "keyboard",
  repeat: "repeated",
  sequence: "sequence",
  date: "date",
  regex: "date",
};

/** Time grows with the square of the length. */
const ratedCharacters = 64;

const { default: words } = await languageWords[getLocale()]();
const zxcvbn = new ZxcvbnFactory({
  dictionary: { passwords: [...commonWords, ...passwords], words: [...words] },
  graphs: adjacencyGraphs,
  maxLength: ratedCharacters,
  l33tMaxSubstitutions: 20,
});

/** Nothing for what takes enough guesses. The server judges by more dictionaries, and has the last word. */
export function advise(password: string, email: string): Advice | undefined {
  const own = email.split("@").filter((part) => part !== "");
  const { guesses, sequence } = zxcvbn.check(password, own);
  if (guesses >= limits.password.fewestGuesses) return undefined;
  const [longest] = sequence.filter(({ pattern }) => pattern !== "bruteforce").toSorted((a, b) => b.token.length - a.token.length);
  return adviceOn[String(longest?.["dictionaryName"] ?? longest?.pattern)] ?? "guessable";
}
