import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import PostalMime from "postal-mime";

export interface Letter {
  id: string;
  /** The recipients of the envelope, not of the header. */
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  receivedAt: string;
}

export interface Letters {
  /** All letters, or those to one address. */
  list: (to?: string | null) => Letter[];
  find: (id: string | null) => Letter | undefined;
  add: (letter: Letter) => void;
  empty: () => void;
}

/** Older letters are dropped from memory, so that a demo that runs for long does not fill it. The file keeps them. */
const mostLetters = 1000;

/** The letters, newest first. With a file they survive the process (one JSON value a line). */
export function keepLetters(file: string | undefined): Letters {
  let letters = file === undefined ? [] : readLetters(file);
  return {
    list: (to) => (to ? letters.filter((letter) => isFor(letter, to)) : letters),
    find: (id) => letters.find((letter) => letter.id === id),
    add: (letter) => {
      // Write before acknowledging, so that an accepted letter is never lost.
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(letter)}\n`);
      letters = [letter, ...letters].slice(0, mostLetters);
    },
    empty: () => {
      if (file !== undefined) writeFileSync(file, "");
      letters = [];
    },
  };
}

/** Parses a received mail. */
export async function readMail(raw: Uint8Array, envelope: { from: string; to: string[] }): Promise<Letter> {
  const mail = await PostalMime.parse(raw);
  return {
    id: randomUUID(),
    to: envelope.to.join(", "),
    from: mail.from?.address ?? envelope.from,
    subject: mail.subject ?? "",
    text: mail.text ?? "",
    html: mail.html ?? "",
    receivedAt: new Date().toISOString(),
  };
}

function isFor(letter: Letter, address: string): boolean {
  return letter.to.toLowerCase().split(", ").includes(address.trim().toLowerCase());
}

function readLetters(file: string): Letter[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines.flatMap(readLine).toReversed().slice(0, mostLetters);
}

/** The last line may be incomplete after a kill; a line that is no letter is skipped. */
function readLine(line: string): Letter[] {
  try {
    const value: unknown = JSON.parse(line);
    return isLetter(value) ? [value] : [];
  } catch {
    return [];
  }
}

function isLetter(value: unknown): value is Letter {
  const members = ["id", "to", "from", "subject", "text", "html", "receivedAt"];
  return typeof value === "object" && value !== null && members.every((member) => typeof Reflect.get(value, member) === "string");
}
