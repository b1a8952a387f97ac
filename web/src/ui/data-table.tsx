import { useId } from "react";
import type { Key, ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./data-table.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

export type Column<Row> = {
  key: string;
  header: ReactNode;
  renderCell: (row: Row) => ReactNode;
  /** This cell names its row. */
  rowHeader?: boolean;
  /** Stays on one line where there is room: dates, numbers. */
  compact?: boolean;
};

export type DataTableProps<Row> = {
  caption: ReactNode;
  /** The caption is for screen readers only, if a heading says the same. */
  captionHidden?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The place is for rows that have no id. They must be without state: no field, no button. */
  rowKey: (row: Row, place: number) => Key;
  /** New rows are loading; the old rows stay, paler. */
  busy?: boolean;
};

/** The elements' native roles. Browsers drop them once CSS draws a table as cards. */
const roles = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  rowheader: { role: "rowheader" },
  cell: { role: "cell" },
} as const;

/** A table with more columns uses smaller and tighter text, so that dates and addresses stay on one line. */
const manyColumns = 6;
/** A card with so few values, its name and its actions included, has them on fewer lines. */
const fewColumns = 3;

/** For a link in a cell: high enough for a finger. */
export const cellLinkClass = styles["link"] ?? "";

/**
 * A table with caption and scopes. On a narrow screen each row is a card that begins with its name. Otherwise a table that is too wide
 * scrolls, also with the keyboard. The roles are explicit, since cards would lose them.
 */
export function DataTable<Row>({ caption, captionHidden = false, columns, rows, rowKey, busy = false }: DataTableProps<Row>) {
  const captionId = useId();
  return (
    <div className={styles["frame"]} role="region" aria-labelledby={captionId} aria-busy={busy} tabIndex={0}>
      <table {...roles.table} className={classes(styles["table"], density(columns.length), busy && styles["busy"])}>
        <caption id={captionId}>
          {captionHidden ? <VisuallyHidden>{caption}</VisuallyHidden> : <span className={styles["caption"]}>{caption}</span>}
        </caption>
        <thead {...roles.rowgroup}>
          <tr {...roles.row}>
            {columns.map((column) => (
              <th key={column.key} {...roles.columnheader} scope="col">
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.rowgroup}>
          {rows.map((row, place) => (
            <tr key={rowKey(row, place)} {...roles.row}>
              {columns.map((column) => (
                <Cell key={column.key} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function density(columns: number): string | undefined {
  if (columns > manyColumns) return styles["dense"];
  return columns > fewColumns ? undefined : styles["few"];
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const className = column.compact === true ? styles["compact"] : undefined;
  if (column.rowHeader !== true) {
    return (
      // The card layout has no header row, so it shows this label beside the cell. A visually hidden header needs no label.
      <td {...roles.cell} className={className} data-label={typeof column.header === "string" ? column.header : undefined}>
        <div>{column.renderCell(row)}</div>
      </td>
    );
  }
  return (
    <th {...roles.rowheader} scope="row" className={className}>
      {column.renderCell(row)}
    </th>
  );
}
