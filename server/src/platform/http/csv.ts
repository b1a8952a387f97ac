/** A list as a file for a spreadsheet. */
import type { FastifyReply } from "fastify";
import papaparse from "papaparse";

/** Without it Excel takes UTF-8 for the machine's own code page, and å for two characters. */
const byteOrderMark = "\uFEFF";

/** Also before a line break, where the library's own rule ends, and in the full width that some spreadsheets take for the same. */
const formula = /^[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/** Answers rows under their header as `<name>.csv`. Cells that a spreadsheet would take for a formula are escaped. */
export function sendCsv(
  reply: FastifyReply,
  { name, header, rows }: { name: string; header: readonly string[]; rows: readonly (readonly (string | number | null)[])[] },
): FastifyReply {
  const csv = papaparse.unparse({ fields: [...header], data: rows.map((row) => [...row]) }, { escapeFormulae: formula });
  return reply
    .header("content-type", "text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}.csv"`)
    .send(`${byteOrderMark}${csv}\r\n`);
}
