/** A list as a file for a spreadsheet. */
import type { FastifyReply } from "fastify";
import papaparse from "papaparse";

/** Without it Excel takes UTF-8 for the machine's own code page, and å for two characters. */
const byteOrderMark = "\uFEFF";

/**
 * Also before a line break, where the library's own rule ends, and in the full width that some spreadsheets take for the same. A quote
 * before the sign does not hide the formula: a program that splits the cell there reads the quotes as an empty text.
 */
const formula = /^[\s"\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/** Where some program, set to another country, may take the rest of a cell for a cell of its own. */
const formulaWithin = /([;,\t\r\n])([\s"\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20])/gu;

export interface CsvFile {
  name: string;
  /** The reader's language: where a comma parts decimals, a spreadsheet parts cells at semicolons. */
  locale: string;
  header: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
}

/**
 * Answers rows under their header as `<name>.csv`. Cells that a spreadsheet would take for a formula are escaped, and so is what would be
 * one if the cell were parted at another separator. A first line `sep=,` would make Excel forget the byte order mark.
 */
export function sendCsv(reply: FastifyReply, { name, locale, header, rows }: CsvFile): FastifyReply {
  const data = rows.map((row) => row.map((cell) => (typeof cell === "string" ? cell.replace(formulaWithin, "$1'$2") : cell)));
  const csv = papaparse.unparse({ fields: [...header], data }, { escapeFormulae: formula, delimiter: locale === "en" ? "," : ";" });
  return reply
    .header("content-type", "text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}.csv"`)
    .send(`${byteOrderMark}${csv}\r\n`);
}
