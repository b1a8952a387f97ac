/**
 * Parses bulk member input (specification, section 5). Splits by line and comma, trims, and strips markup. Each piece is an
 * e-mail address with an optional name, in either order, with or without <>. Quotation marks keep a comma inside a name.
 * Semicolons separate addresses, or an address from its name, as spreadsheets and mail programs write them.
 */
import type { ErrorCode } from "@storyport/contract/error-codes";
import { displayNameFault, isEmail, normalizeEmail, stripMarkup } from "@storyport/contract/text-rules";
import { limits } from "@storyport/contract/limits";

export interface MemberLine {
  /** Counted from one, as in an editor. Pieces of one line share its number. */
  line: number;
  /** The address, or the text in its place. */
  user: string;
  member: { email: string; name: string | null } | { fault: ErrorCode };
}

export function readMemberLines(input: string): MemberLine[] {
  return input.split(/\r\n|\r|\n/).flatMap((text, index) => piecesOf(text).map((piece) => ({ line: index + 1, ...readPiece(piece) })));
}

function piecesOf(text: string): string[] {
  return splitOutsideQuotes(text, ",").flatMap((piece) => {
    const parts = splitOutsideQuotes(piece, ";");
    return parts.every((part) => part.includes("@")) ? parts : [parts.join(" ")];
  });
}

/** Drops empty pieces. An unpaired quotation mark has no effect. */
function splitOutsideQuotes(text: string, separator: "," | ";"): string[] {
  const parts = text.split('"').length % 2 === 1 ? joinQuoted(text.split(separator), separator) : text.split(separator);
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function joinQuoted(parts: string[], separator: string): string[] {
  const joined: string[] = [];
  let isOpen = false;
  for (const part of parts) {
    const last = joined.length - 1;
    if (isOpen) joined[last] = `${joined[last]}${separator}${part}`;
    else joined.push(part);
    if (part.split('"').length % 2 === 0) isOpen = !isOpen;
  }
  return joined;
}

/** The longest address and name, with room for markup and separators. A longer piece cannot be valid, so it is not parsed. */
const longest = limits.email.max + 4 * limits.displayName.max;

function readPiece(piece: string): Pick<MemberLine, "user" | "member"> {
  const found = piece.length > longest ? undefined : findAddress(piece);
  if (found === undefined) return { user: shortened(stripMarkup(piece) || piece), member: { fault: "errors.emailInvalid" } };
  const email = normalizeEmail(found.address);
  const name = tidyName(found.rest);
  const fault = name === "" ? undefined : displayNameFault(name);
  return { user: email, member: fault === undefined ? { email, name: name === "" ? null : name } : { fault } };
}

/** Returns the only address and the text beside it. Two addresses are refused, because it is unclear whose the name is. */
function findAddress(piece: string): { address: string; rest: string } | undefined {
  const bracketed = Array.from(piece.matchAll(/<([^<>]*)>/g), ([whole, inner = ""]) => ({ whole, address: inner.trim() }));
  const [first, ...others] = bracketed.filter(({ address }) => isEmail(address));
  if (first !== undefined)
    return others.length > 0 ? undefined : { address: first.address, rest: stripMarkup(piece.replace(first.whole, " ")) };
  const words = stripMarkup(piece).split(" ").map(bare);
  const [address, ...more] = words.filter((word) => word.includes("@"));
  if (address === undefined || more.length > 0 || !isEmail(address)) return undefined;
  return { address, rest: words.filter((word) => word !== address).join(" ") };
}

/** Removes surrounding quotation marks. */
function bare(word: string): string {
  return word.replace(/^["']+|["']+$/g, "");
}

/** Some lists write the name in parentheses after the address. */
function tidyName(rest: string): string {
  const name = rest.replaceAll('"', " ").replace(/\s+/gu, " ").trim().normalize("NFC");
  return name.startsWith("(") && name.endsWith(")") ? name.slice(1, -1).trim() : name;
}

function shortened(text: string): string {
  return [...text].slice(0, 100).join("");
}
