import { randomInt } from "node:crypto";
import { userCodeAlphabet } from "@storyport/contract/user-code";

/** Returns a random code. Its first two letters choose its two pictures, so they must differ. */
export function newUserCode(): string {
  const letters: string[] = [];
  while (letters.length < userCodeAlphabet.length) {
    const letter = userCodeAlphabet.letters.charAt(randomInt(userCodeAlphabet.letters.length));
    if (letters.length !== 1 || letter !== letters[0]) letters.push(letter);
  }
  return `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}
