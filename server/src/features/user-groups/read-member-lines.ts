/**
 * Parses bulk member input (specification, section 5). Splits by line and comma, trims, and strips markup. Each piece is an
 * e-mail address with an optional name, in either order, with or without <>.
 */
import type { ErrorCode } from "@storyport/contract/error-codes";
import { displayNameFault, isEmail, normalizeEmail, stripMarkup } from "@storyport/contract/text-rules";
import { limits } from "@storyport/contract/limits";
import { memberPieces } from "@storyport/contract/member-pieces";

export interface MemberLine {
  /** Counted from one, as in an editor. Pieces of one line share its number. */
  line: number;
  /** The address, or the text in its place. */
  user: string;
  member: { email: string; name: string | null } | { fault: ErrorCode };
}

export function readMemberLines(input: string): MemberLine[] {
  return memberPieces(input).flatMap((pieces, index) => pieces.map((piece) => ({ line: index + 1, ...readPiece(piece) })));
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
