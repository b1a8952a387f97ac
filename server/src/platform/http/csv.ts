/** Sends a list as a file for a spreadsheet. */
import { Readable } from "node:stream";
import { setImmediate as nextRound } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import papaparse from "papaparse";

/** Without the mark Excel reads UTF-8 in the machine's code page and shows å as two characters. */
const byteOrderMark = "\uFEFF";

/**
 * Also matches before a line break, where the library's own rule ends, and full-width signs that some spreadsheets accept. A
 * quote before the sign does not disarm the formula, because a program that splits there reads the quotes as empty text.
 */
const formula = /^[\s"\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/** A program of another country may split a cell here and read the rest as its own cell. */
const formulaWithin = /([;,\t\r\n])([\s"\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20])/gu;

/** Characters that are written in one round of the event loop. */
const mostAtOnce = 64 * 1024;

type Row = readonly (string | number | null)[];

export interface CsvFile<T> {
  name: string;
  /** The reader's language. If its decimals use a comma, spreadsheets split cells at semicolons. */
  locale: string;
  header: readonly string[];
  /** The items of the file. Each part is read when the caller has taken the part before it. */
  parts: AsyncIterable<readonly T[]>;
  rowOf: (item: T) => Row;
}

/**
 * Streams rows under their header as `<name>.csv`. Escapes cells that a spreadsheet would read as a formula, also after a split
 * at another separator. A first line `sep=,` would make Excel ignore the byte order mark. Throws if the beginning cannot be read. A
 * later failure cuts the connection, so that the file does not look complete. A caller who leaves ends the reading.
 */
export async function sendCsv<T>(reply: FastifyReply, file: CsvFile<T>): Promise<FastifyReply> {
  const texts = textsOf(file);
  const beginning = await texts.next();
  return reply
    .header("content-type", "text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${file.name}.csv"`)
    .send(Readable.from(followed(beginning.value, texts), { objectMode: false }));
}

/** Yields the file as texts of some 64 kB. Other calls run between two texts. */
async function* textsOf<T>({ locale, header, parts, rowOf }: CsvFile<T>): AsyncGenerator<string, string> {
  const lineOf = (row: Row): string => {
    const cells = row.map((cell) => (typeof cell === "string" ? cell.replace(formulaWithin, "$1'$2") : cell));
    return `${papaparse.unparse([cells], { escapeFormulae: formula, delimiter: locale === "en" ? "," : ";" })}\r\n`;
  };
  let text = byteOrderMark + lineOf(header);
  for await (const items of parts) {
    for (const item of items) {
      text += lineOf(rowOf(item));
      if (text.length < mostAtOnce) continue;
      yield text;
      text = "";
      await nextRound();
    }
  }
  return text;
}

async function* followed(beginning: string, texts: AsyncGenerator<string, string>): AsyncGenerator<string> {
  yield beginning;
  // Undefined if the beginning was the whole text.
  const rest: string | undefined = yield* texts;
  if (rest !== undefined) yield rest;
}
