/** A list as a file for a spreadsheet. */
import type { FastifyReply } from "fastify";
import papaparse from "papaparse";

/** Without it Excel takes UTF-8 for the machine's own code page, and å for two characters. */
const byteOrderMark = "\uFEFF";

/** Answers rows under their header as `<name>.csv`. Cells that a spreadsheet would take for a formula are escaped. */
export function sendCsv(
  reply: FastifyReply,
  { name, header, rows }: { name: string; header: readonly string[]; rows: readonly (readonly (string | number | null)[])[] },
): FastifyReply {
  const csv = papaparse.unparse({ fields: [...header], data: rows.map((row) => [...row]) }, { escapeFormulae: true });
  return reply
    .header("content-type", "text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}.csv"`)
    .send(`${byteOrderMark}${csv}\r\n`);
}
