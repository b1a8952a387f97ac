/** The text in the box for new members (specification, section 5). Only the server decides which members it names. */
import { linesIn, memberPieces } from "@storyport/contract/member-pieces";
import { decodeText } from "#/shell/decode-file.ts";

/** Counts the people as the server does. */
export function countMembers(input: string): number {
  return memberPieces(input).reduce((count, pieces) => count + pieces.length, 0);
}

/** Returns the lines with these numbers, counted from one. */
function linesOf(input: string, numbers: readonly number[]): string {
  const wanted = new Set(numbers);
  return linesIn(input)
    .filter((_, index) => wanted.has(index + 1))
    .join("\n");
}

/**
 * Returns the text that stays in the box after the server's answer. If the text is unchanged, these are the bad lines. Otherwise it is the
 * present text without the lines that succeeded.
 */
export function linesLeft(sent: string, now: string, bad: readonly number[]): string {
  if (now === sent) return linesOf(sent, bad);
  const isBad = new Set(bad);
  const done = new Set(linesIn(sent).filter((_, index) => !isBad.has(index + 1)));
  return linesIn(now)
    .filter((line) => !done.has(line))
    .join("\n");
}

/** Converts table rows to members' lines: the cell with the address, then the other cells. A first row without an address is a heading. */
export function linesFromCsv(csv: string): string {
  const withoutByteOrderMark = csv.replace(/^\uFEFF/, "");
  const rows = linesIn(withoutByteOrderMark).filter((row) => row.trim() !== "");
  return rows
    .filter((row, index) => index > 0 || row.includes("@"))
    .map(lineOf)
    .join("\n");
}

function lineOf(row: string): string {
  // A cell is quoted, and then writes a quotation mark twice. Otherwise it reaches to the next separator.
  const cells = Array.from(row.matchAll(/"((?:[^"]|"")*)"|[^,;\t]+/g), ([whole, quoted]) => (quoted ?? whole).replaceAll('""', '"').trim());
  const addresses = cells.filter((cell) => cell.includes("@"));
  // The server reports a row without an address, or with several.
  if (addresses.length !== 1) return row;
  const [address = ""] = addresses;
  const name = cells
    .filter((cell) => cell !== address && cell !== "")
    .join(" ")
    .replaceAll(/[",;]/g, " ");
  return `${address} ${name}`.trim();
}

/** Reads a file in the encodings that spreadsheets write. Undefined if it is no text. */
export async function readTextFile(file: Blob): Promise<string | undefined> {
  return decodeText(new Uint8Array(await file.arrayBuffer()));
}
