/** A thread that knows the dictionaries and estimates how many guesses a password takes: both are too much for the event loop. */
import { parentPort } from "node:worker_threads";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary as common } from "@zxcvbn-ts/language-common";
import { dictionary as english } from "@zxcvbn-ts/language-en";
import { dictionary as french } from "@zxcvbn-ts/language-fr";
import * as dutchPackage from "@zxcvbn-ts/language-nl-be";
import { dictionary as portuguese } from "@zxcvbn-ts/language-pt-br";
import { commonWords } from "./common-words.ts";

/** An older package, of CommonJS. */
const { dictionary: dutch } = dutchPackage;

/** `names`: words that everybody who knows the owner would try. */
export type GuessJob = { password: string; names: readonly string[] };

/** What is longer is rated by its beginning: time grows with the square of the length. */
const ratedCharacters = 64;

/** One list, best rank first: fifty lists are looked through fifty times. */
function ranked(): string[] {
  const lists = [{ commonWords }, common, english, french, dutch, portuguese].flatMap((dictionary) => Object.values(dictionary));
  const places = lists.flatMap((words) => words.map((word, rank) => ({ word: word.toLowerCase(), rank })));
  return [...new Set(places.toSorted((a, b) => a.rank - b.rank).map(({ word }) => word))];
}

const zxcvbn = new ZxcvbnFactory({
  dictionary: { words: ranked() },
  graphs: adjacencyGraphs,
  maxLength: ratedCharacters,
  // More only cost time: twenty for Tigger12345!! make no other guess of it.
  l33tMaxSubstitutions: 20,
});

parentPort?.on("message", ({ password, names }: GuessJob) => {
  parentPort?.postMessage(zxcvbn.check(password, [...names]).guesses);
});
