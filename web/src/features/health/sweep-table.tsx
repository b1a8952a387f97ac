import type { PlatformHealth } from "@storyport/contract/health";
import { m } from "@storyport/texts/messages";
import { formatAgo } from "#/shell/dates.ts";
import { Badge } from "#/ui/badge.tsx";
import { DataTable } from "#/ui/data-table.tsx";
import { Row } from "#/ui/stack.tsx";
import { formatCount } from "./amounts.ts";

type Table = PlatformHealth["sweep"][number];

/** The last run of each table, in the server's order. Tables that lost the most rows in all runs come first. */
export function SweepTable({ tables }: { tables: readonly Table[] }) {
  return (
    <DataTable
      caption={m["health.sweepCaption"]()}
      captionHidden
      rows={tables}
      rowKey={({ table }) => table}
      columns={[
        { key: "table", header: m["health.table"](), rowHeader: true, renderCell: ({ table }) => <code>{table}</code> },
        { key: "end", header: m["health.lastEnd"](), renderCell: (table) => <LastEnd table={table} /> },
        { key: "removed", header: m["health.removed"](), compact: true, renderCell: ({ removed }) => formatCount(removed) },
        { key: "all", header: m["health.removedInAll"](), compact: true, renderCell: ({ removedInAll }) => formatCount(removedInAll) },
      ]}
    />
  );
}

function LastEnd({ table: { finishedAt, hasFailed } }: { table: Table }) {
  return (
    <Row>
      {finishedAt === null ? "–" : formatAgo(finishedAt)}
      {hasFailed && <Badge tone="danger">{m["health.tableFailed"]()}</Badge>}
    </Row>
  );
}
