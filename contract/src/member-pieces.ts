/**
 * Splits bulk member input (specification, section 5). The server reads the pieces, the web counts them. Quotation marks keep a separator
 * inside a name.
 */

/** Returns the lines, each as its pieces. A piece is the text of one member: an address, a name beside it, or neither. */
export function memberPieces(input: string): string[][] {
  return linesIn(input).map(piecesOf);
}

export function linesIn(input: string): string[] {
  return input.split(/\r\n|\r|\n/);
}

/** Semicolons separate addresses, or an address from its name, as spreadsheets and mail programs write them. */
function piecesOf(line: string): string[] {
  const pieces = splitOutsideQuotes(line, ",").flatMap((piece) => {
    const parts = splitOutsideQuotes(piece, ";");
    return parts.every((part) => part.includes("@")) ? parts : [parts.join(" ")];
  });
  return withNames(pieces);
}

/** Neither a name nor a second address beside it. */
const bareAddress = /^["'<]*[^\s"'<>@]+@[^\s"'<>@]+["'>]*$/;

/**
 * Gives names behind commas to the bare address before them, as in `a@x.no, Anna Nord`. An address with a name takes no second name,
 * because that may be a person whose address is missing.
 */
function withNames(pieces: readonly string[]): string[] {
  const joined: string[] = [];
  let takesName = false;
  for (const piece of pieces) {
    const last = joined.length - 1;
    if (takesName && !piece.includes("@")) joined[last] = `${joined[last]} ${piece}`;
    else {
      joined.push(piece);
      takesName = bareAddress.test(piece);
    }
  }
  return joined;
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
