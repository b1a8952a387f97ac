/** A one-time code is the word of a class, in letters, and a number for the child. */
import { randomInt } from "node:crypto";
import { oneTimeCodeAlphabet } from "@storyport/contract/one-time-code";
import type { Vault } from "#/platform/secrets.ts";

const { letters, wordLength, numberLength } = oneTimeCodeAlphabet;

export function newClassWord(): string {
  return Array.from({ length: wordLength }, () => letters[randomInt(letters.length)]).join("");
}

/** Every word that a class can have. */
export function allClassWords(): string[] {
  let words = [""];
  for (let length = 0; length < wordLength; length++) words = words.flatMap((word) => [...letters].map((letter) => word + letter));
  return words;
}

/** Another child of the class may have the number. The database then refuses the code, and the caller tries another number. */
export function newChildNumber(): string {
  return String(randomInt(10 ** numberLength)).padStart(numberLength, "0");
}

/** A plain digest of a million numbers could be reversed by trying all; this digest needs the vault's key. */
export function oneTimeCodeDigest(vault: Vault, { word, number }: { word: string; number: string }): Buffer {
  return vault.digest(`${word}${number}`);
}
