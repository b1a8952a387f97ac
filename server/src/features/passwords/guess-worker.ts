/** A thread that holds the dictionaries and estimates how many guesses a password takes. Both would block the event loop. */
import { parentPort } from "node:worker_threads";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import adjacencyGraphs from "@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs";
import passwords from "@zxcvbn-ts/language-common/dist/passwords.json.mjs";
import english from "@zxcvbn-ts/language-en/dist/commonWords.json.mjs";
import englishNames from "@zxcvbn-ts/language-en/dist/firstnames.json.mjs";
import french from "@zxcvbn-ts/language-fr/dist/commonWords.json.mjs";
import frenchNames from "@zxcvbn-ts/language-fr/dist/firstnames.json.mjs";
import dutch from "@zxcvbn-ts/language-nl-be/dist/commonWords.json.js";
import dutchSurnames from "@zxcvbn-ts/language-nl-be/dist/lastnames.json.js";
import portuguese from "@zxcvbn-ts/language-pt-br/dist/commonWords.json.mjs";
import portugueseNames from "@zxcvbn-ts/language-pt-br/dist/firstnames.json.mjs";
import { commonWords } from "@storyport/contract/common-words";
import { fold, foldedWords, wordInPassword } from "@storyport/contract/word-in-password";

/** `names`: words that an attacker who knows the owner would try. */
export type GuessJob = { password: string; names: readonly string[] };

/** Only this many characters are rated, because the time grows with the square of the length. */
const ratedCharacters = 64;

/** Words are sorted by use. Rarer words change nothing for passwords of twelve characters. */
const wordsOfList = 30_000;

/** Merges all lists into one, best rank first, because each list costs its own search. */
function ranked(): string[] {
  const lists = [commonWords, passwords, english, englishNames, french, frenchNames, dutch, dutchSurnames, portuguese, portugueseNames];
  const words = new Set<string>();
  for (let rank = 0; rank < wordsOfList; rank++) {
    for (const list of lists) {
      const word = list[rank];
      if (word !== undefined) words.add(word.toLowerCase());
    }
  }
  return [...words];
}

const words = ranked();
const zxcvbn = new ZxcvbnFactory({
  dictionary: { words, folded: foldedWords(words) },
  graphs: adjacencyGraphs,
  maxLength: ratedCharacters,
  // Twenty see through disguises such as Tigger12345!!. More only cost time.
  l33tMaxSubstitutions: 20,
});

/** `isAroundWord`: apart from digits and signs the password is a single listed word, row of keys, sequence or repetition. */
export type GuessResult = { guesses: number; isAroundWord: boolean };

function rate({ password, names }: GuessJob): GuessResult {
  const own = [...names];
  const guessesOf = (form: string): number => zxcvbn.check(form, own).guesses;
  const [only, ...more] = zxcvbn.check(wordInPassword(password), own).sequence;
  const isAroundWord = only !== undefined && only.pattern !== "bruteforce" && more.length === 0;
  // The dictionary has no capitals, and most of its words have no accents.
  return { guesses: isAroundWord ? Math.min(guessesOf(password), guessesOf(fold(password))) : guessesOf(password), isAroundWord };
}

parentPort?.on("message", (job: GuessJob) => parentPort?.postMessage(rate(job)));
