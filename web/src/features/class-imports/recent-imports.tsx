import { listClassImports } from "@storyport/contract/class-imports";
import type { ClassImport } from "@storyport/contract/class-imports";
import { m } from "@storyport/texts/messages";
import { useRef } from "react";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { formatMoment } from "#/shell/dates.ts";
import { DataTable } from "#/ui/data-table.tsx";
import { Stack } from "#/ui/stack.tsx";
import { importTexts } from "./import-texts.ts";
import { UndoImport } from "./undo-import.tsx";

/**
 * The last ten lists of the last thirty days. Without a class they are the user's own lists. Shows who made each, how many students it added,
 * and until when it can be undone. Without a list, and after a failed call, it shows nothing.
 */
export function RecentImports({ playerGroupId }: { playerGroupId: string | undefined }) {
  const { data } = useEndpoint(listClassImports, { query: playerGroupId === undefined ? {} : { playerGroupId } });
  const heading = useRef<HTMLHeadingElement>(null);
  if (data === undefined || data.length === 0) return null;
  return (
    <Stack as="section">
      <h2 ref={heading} tabIndex={-1}>
        {m["classImports.recent"]()}
      </h2>
      <DataTable
        caption={m["classImports.recent"]()}
        captionHidden
        rows={data}
        rowKey={({ id }) => id}
        columns={[
          { key: "when", header: m["classImports.recentWhen"](), rowHeader: true, renderCell: ({ createdAt }) => formatMoment(createdAt) },
          { key: "who", header: m["classImports.recentWho"](), renderCell: ({ importedBy }) => <bdi>{importedBy ?? "–"}</bdi> },
          { key: "count", header: m["classImports.recentCount"](), renderCell: ({ students }) => students },
          {
            key: "undo",
            header: m["classImports.recentState"](),
            renderCell: (entry) => <UndoState entry={entry} onUndone={() => heading.current?.focus()} />,
          },
        ]}
      />
    </Stack>
  );
}

function UndoState({ entry, onUndone }: { entry: ClassImport; onUndone: () => void }) {
  const { id, obstacle, undoableUntil } = entry;
  if (obstacle === "errors.notAllowed") return <>{m["classImports.recentNotYours"]()}</>;
  if (obstacle !== undefined) return <>{importTexts[obstacle]()}</>;
  return (
    <Stack distance="small">
      <span>{m["classImports.recentUntil"]({ time: formatMoment(undoableUntil) })}</span>
      <div>
        <UndoImport importId={id} onUndone={onUndone} />
      </div>
    </Stack>
  );
}
