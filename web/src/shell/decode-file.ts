/** Decodes a file of text: UTF-8 or UTF-16 by its mark, else UTF-8, else Windows-1252, which spreadsheets still write. */

const marks: readonly [bytes: readonly number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

/** The first bytes of pictures, PDFs, programs and old Office files. */
const others = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x25, 0x50, 0x44, 0x46],
  [0x7f, 0x45, 0x4c, 0x46],
  [0xd0, 0xcf, 0x11, 0xe0],
] as const;

/** Returns undefined if the bytes are no text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const [, marked] = marks.find(([mark]) => startsWith(bytes, mark)) ?? [];
  if (marked !== undefined) return textOf(new TextDecoder(marked).decode(bytes));
  if (others.some((magic) => startsWith(bytes, magic))) return undefined;
  try {
    return textOf(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return textOf(new TextDecoder("windows-1252").decode(bytes));
  }
}

export function isZip(bytes: Uint8Array): boolean {
  return startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]);
}

/** Text contains no U+0000; nearly every other kind of file does. */
function textOf(text: string): string | undefined {
  return text.includes("\u0000") ? undefined : text;
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
