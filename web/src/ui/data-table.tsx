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
  /** Never broken over two lines: dates, numbers. */
  compact?: boolean;
};

export type DataTableProps<Row> = {
  caption: ReactNode;
  /** The caption is for screen readers only, as when a heading says the same. */
  captionHidden?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  /** New rows are on their way; the old ones stay, paler. */
  busy?: boolean;
};

/** What the elements are by themselves: browsers forget it once a table is drawn as cards. */
const said = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  rowheader: { role: "rowheader" },
  cell: { role: "cell" },
} as const;

/** With more than these the words are a little smaller and closer, so that dates and addresses keep to one line. */
const manyColumns = 6;

/** For a link in a cell: as high as a finger needs. */
export const cellLinkClass = styles["link"] ?? "";

/**
 * A table with caption and scopes. On a narrow screen each row is a card that begins with its name; elsewhere one that is too wide
 * scrolls by itself, with the keyboard too. The roles are said, since a table drawn as cards would lose them.
 */
export function DataTable<Row>({ caption, captionHidden = false, columns, rows, rowKey, busy = false }: DataTableProps<Row>) {
  const captionId = useId();
  return (
    <div className={styles["frame"]} role="region" aria-labelledby={captionId} aria-busy={busy} tabIndex={0}>
      <table {...said.table} className={classes(styles["table"], columns.length > manyColumns && styles["dense"], busy && styles["busy"])}>
        <caption id={captionId}>
          {captionHidden ? <VisuallyHidden>{caption}</VisuallyHidden> : <span className={styles["caption"]}>{caption}</span>}
        </caption>
        <thead {...said.rowgroup}>
          <tr {...said.row}>
            {columns.map((column) => (
              <th key={column.key} {...said.columnheader} scope="col">
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...said.rowgroup}>
          {rows.map((row) => (
            <tr key={rowKey(row)} {...said.row}>
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

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const className = column.compact === true ? styles["compact"] : undefined;
  if (column.rowHeader !== true) {
    return (
      // Said above the cell where there is no row of headers to see; a header that is only for the ear needs none.
      <td {...said.cell} className={className} data-label={typeof column.header === "string" ? column.header : undefined}>
        {column.renderCell(row)}
      </td>
    );
  }
  return (
    <th {...said.rowheader} scope="row" className={className}>
      {column.renderCell(row)}
    </th>
  );
}
