/** What is typed or dropped into the box for new members (specification, section 5). The server reads the lines; here they are counted. */

/** Pieces by line and comma, as far as quotation marks do not keep them together; empty ones do not count. */
export function countMembers(input: string): number {
  return input.split(/\r\n|\r|\n/).reduce((count, line) => count + piecesOf(line), 0);
}

function piecesOf(line: string): number {
  const isBalanced = line.split('"').length % 2 === 1;
  const bare = isBalanced ? line.replaceAll(/"[^"]*"/g, "x") : line;
  return bare.split(",").filter((piece) => piece.trim() !== "").length;
}

/** The lines with these numbers, counted from one. */
export function linesOf(input: string, numbers: readonly number[]): string {
  const wanted = new Set(numbers);
  const lines = input.split(/\r\n|\r|\n/);
  return lines.filter((_, index) => wanted.has(index + 1)).join("\n");
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
