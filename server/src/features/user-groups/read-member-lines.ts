/**
 * Bulk member input (specification, section 5): split by line and comma, trimmed, markup stripped; each piece an e-mail address with an
 * optional name, in either order and with the address in <> or not. Quotation marks keep a comma inside a name. Semicolons part
 * addresses from each other, or an address from its name, as spreadsheets and mail programs write them.
 */
import type { ErrorCode } from "@storyport/contract/error-codes";
import { displayNameFault, isEmail, normalizeEmail, stripMarkup } from "@storyport/contract/text-rules";
import { limits } from "@storyport/contract/limits";

export interface MemberLine {
  /** Counted from one, as an editor shows it; several pieces of a line share its number. */
  line: number;
  /** The address, or what stands there instead. */
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

/** What is left empty is left out. An odd quotation mark keeps nothing together. */
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

/** An address, a name and what parts them; anything longer is neither, and not worth reading. */
const longest = limits.email.max + 4 * limits.displayName.max;

function readPiece(piece: string): Pick<MemberLine, "user" | "member"> {
  const found = piece.length > longest ? undefined : findAddress(piece);
  if (found === undefined) return { user: shortened(stripMarkup(piece) || piece), member: { fault: "errors.emailInvalid" } };
  const email = normalizeEmail(found.address);
  const name = tidyName(found.rest);
  const fault = name === "" ? undefined : displayNameFault(name);
  return { user: email, member: fault === undefined ? { email, name: name === "" ? null : name } : { fault } };
}

/** The only address, and what stands beside it. Two are one too many: nobody knows whose the name is. */
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

/** Without the quotation marks around it. */
function bare(word: string): string {
  return word.replace(/^["']+|["']+$/g, "");
}

function tidyName(rest: string): string {
  const name = rest.replaceAll('"', " ").replace(/\s+/gu, " ").trim().normalize("NFC");
  return name.startsWith("(") && name.endsWith(")") ? name.slice(1, -1).trim() : name;
}

function shortened(text: string): string {
  return [...text].slice(0, 100).join("");
}
