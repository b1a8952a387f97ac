/** What is typed or dropped into the box for new members (specification, section 5). The server reads the lines; here they are counted. */

/** Pieces by line and comma, as far as quotation marks do not keep them together; empty ones do not count. */
export function countMembers(input: string): number {
  return linesIn(input).reduce((count, line) => count + piecesOf(line), 0);
}

function piecesOf(line: string): number {
  const isBalanced = line.split('"').length % 2 === 1;
  const bare = isBalanced ? line.replaceAll(/"[^"]*"/g, "x") : line;
  return bare.split(",").filter((piece) => piece.trim() !== "").length;
}

/** The lines with these numbers, counted from one. */
function linesOf(input: string, numbers: readonly number[]): string {
  const wanted = new Set(numbers);
  return linesIn(input)
    .filter((_, index) => wanted.has(index + 1))
    .join("\n");
}

/**
 * What stays in the box once a list was answered: the bad lines of what was sent, where nothing was typed since; else all that is
 * there now, without the lines that are done.
 */
export function linesLeft(sent: string, now: string, bad: readonly number[]): string {
  if (now === sent) return linesOf(sent, bad);
  const isBad = new Set(bad);
  const done = new Set(linesIn(sent).filter((_, index) => !isBad.has(index + 1)));
  return linesIn(now)
    .filter((line) => !done.has(line))
    .join("\n");
}

function linesIn(input: string): string[] {
  return input.split(/\r\n|\r|\n/);
}

/** Rows of a table as lines of members: the cell with the address and whatever stands beside it. A first row without one is a heading. */
export function linesFromCsv(csv: string): string {
  const rows = csv
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .filter((row) => row.trim() !== "");
  return rows
    .filter((row, index) => index > 0 || row.includes("@"))
    .map(lineOf)
    .join("\n");
}

function lineOf(row: string): string {
  const cells = Array.from(row.matchAll(/"((?:[^"]|"")*)"|[^,;\t]+/g), ([whole, quoted]) => (quoted ?? whole).replaceAll('""', '"').trim());
  const addresses = cells.filter((cell) => cell.includes("@"));
  if (addresses.length !== 1) return row;
  const [address = ""] = addresses;
  const name = cells
    .filter((cell) => cell !== address && cell !== "")
    .join(" ")
    .replaceAll(/[",;]/g, " ");
  return `${address} ${name}`.trim();
}

/** A file as text: in UTF-8, or else as spreadsheets of old wrote it. */
export async function readTextFile(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
