import type { JudgedRow } from "@storyport/contract/class-imports";
import { m } from "@storyport/texts/messages";
import { Checkbox } from "#/ui/checkbox.tsx";
import { DataTable } from "#/ui/data-table.tsx";
import type { Column } from "#/ui/data-table.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import type { DraftRow } from "./import-draft.ts";
import { decisionOn } from "./import-draft.ts";
import { RowVerdictCell } from "./row-verdict.tsx";
import type { DraftState } from "./use-import-draft.ts";
import type { Verdicts } from "./use-verdicts.ts";
import { faultyField } from "./verdict-text.ts";

interface ImportRowsProps {
  state: DraftState;
  verdicts: Verdicts;
}

interface ShownRow {
  row: DraftRow;
  /** The row's place in the list, from 1. */
  number: string;
  /** Undefined until the server has judged the row as it is now. */
  judged: JudgedRow | undefined;
}

/** The rows of a list, each with its verdict. Names, classes and ids can be corrected in place. */
export function ImportRows({ state: { draft, changeRow }, verdicts }: ImportRowsProps) {
  const { rows = [] } = draft;
  const shown = rows.map((row, index): ShownRow => ({ row, number: String(index + 1), judged: verdicts.rows[index] }));
  const hasIds = rows.some(({ externalId }) => externalId !== undefined);
  const hasClasses = draft.playerGroupId === undefined || rows.some(({ className }) => className !== undefined);
  const field = (kind: "name" | "externalId" | "className", label: (row: { row: string }) => string) =>
    function renderField({ row, number, judged }: ShownRow) {
      const fallback = kind === "className" ? draft.className : "";
      const isWrong = judged?.faults.some((fault) => faultyField[fault] === kind) === true;
      return (
        <TextField
          label={<VisuallyHidden>{label({ row: number })}</VisuallyHidden>}
          id={`${kind}-${number}`}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          data-wrong={isWrong || undefined}
          value={row[kind] ?? fallback}
          onChange={(event) => changeRow(row.key, { [kind]: event.currentTarget.value })}
        />
      );
    };
  const columns: Column<ShownRow>[] = [
    { key: "name", header: m["classImports.name"](), rowHeader: true, renderCell: field("name", m["classImports.nameOfRow"]) },
    ...(hasClasses
      ? [{ key: "class", header: m["classImports.className"](), renderCell: field("className", m["classImports.classOfRow"]) }]
      : []),
    ...(hasIds ? [{ key: "id", header: m["classImports.externalId"](), renderCell: field("externalId", m["classImports.idOfRow"]) }] : []),
    { key: "verdict", header: m["classImports.verdict"](), renderCell: ({ judged }) => <RowVerdictCell judged={judged} /> },
    {
      key: "choice",
      header: m["classImports.choice"](),
      renderCell: (shownRow) => <Choice {...shownRow} onChange={(choice) => changeRow(shownRow.row.key, { choice })} />,
    },
  ];
  return <DataTable caption={m["classImports.rows"]()} captionHidden rows={shown} rowKey={({ row }) => row.key} columns={columns} />;
}

function Choice({ row, number, judged, onChange }: ShownRow & { onChange: (choice: "add" | "skip") => void }) {
  if (judged === undefined || judged.verdict === "already-here") return null;
  const decision = decisionOn(row, judged);
  const ofRow = <VisuallyHidden>: {m["classImports.nameOfRow"]({ row: number })}</VisuallyHidden>;
  if (judged.verdict === "wrong") {
    return (
      <Checkbox
        label={
          <>
            {m["classImports.skip"]()}
            {ofRow}
          </>
        }
        checked={decision === "skip"}
        onChange={(event) => onChange(event.currentTarget.checked ? "skip" : "add")}
      />
    );
  }
  return (
    <Checkbox
      label={
        <>
          {judged.verdict === "new" ? m["classImports.add"]() : m["classImports.addAnyway"]()}
          {ofRow}
        </>
      }
      checked={decision === "add"}
      onChange={(event) => onChange(event.currentTarget.checked ? "add" : "skip")}
    />
  );
}
