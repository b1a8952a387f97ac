/** Sends a list as a file for a spreadsheet. */
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

export interface CsvFile {
  name: string;
  /** The reader's language. If its decimals use a comma, spreadsheets split cells at semicolons. */
  locale: string;
  header: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
}

/**
 * Sends rows under their header as `<name>.csv`. Escapes cells that a spreadsheet would read as a formula, also after a split
 * at another separator. A first line `sep=,` would make Excel ignore the byte order mark.
 */
export function sendCsv(reply: FastifyReply, { name, locale, header, rows }: CsvFile): FastifyReply {
  const data = rows.map((row) => row.map((cell) => (typeof cell === "string" ? cell.replace(formulaWithin, "$1'$2") : cell)));
  const csv = papaparse.unparse({ fields: [...header], data }, { escapeFormulae: formula, delimiter: locale === "en" ? "," : ";" });
  return reply
    .header("content-type", "text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}.csv"`)
    .send(`${byteOrderMark}${csv}\r\n`);
}
