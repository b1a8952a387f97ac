import type { JudgedRow } from "@storyport/contract/class-imports";
import { m } from "@storyport/texts/messages";
import { Checkbox } from "#/ui/checkbox.tsx";
import { DataTable } from "#/ui/data-table.tsx";
import type { Column } from "#/ui/data-table.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import type { DraftRow } from "./import-draft.ts";
import { decisionOn } from "./import-draft.ts";
import styles from "./class-imports.module.css";
import { RowVerdictCell } from "./row-verdict.tsx";
import type { DraftState } from "./use-import-draft.ts";
import type { Verdicts } from "./use-verdicts.ts";
import { faultyField } from "./verdict-text.ts";

interface ImportRowsProps {
  state: DraftState;
  verdicts: Verdicts;
  /** The keys of the rows to show; undefined for all. */
  only: ReadonlySet<number> | undefined;
}

interface ShownRow {
  row: DraftRow;
  /** The row's place in the list, from 1. */
  number: string;
  /** Undefined until the server has judged the row as it is now. */
  judged: JudgedRow | undefined;
}

type Kind = (typeof faultyField)[keyof typeof faultyField];

/** `number`: the row's place in the list, from 1. */
export function fieldId(kind: Kind, number: string): string {
  return `${kind}-${number}`;
}

/** The rows of a list, each with its verdict. Names, classes and ids can be corrected in place. */
export function ImportRows({ state: { draft, changeRow }, verdicts, only }: ImportRowsProps) {
  const { rows = [] } = draft;
  const shown = rows
    .map((row, index): ShownRow => ({ row, number: String(index + 1), judged: verdicts.rows[index] }))
    .filter(({ row }) => only === undefined || only.has(row.key));
  const hasIds = rows.some(({ externalId }) => externalId !== undefined);
  const hasClasses = draft.playerGroupId === undefined || rows.some(({ className }) => className !== undefined);
  const field = (kind: Kind, label: (row: { row: string }) => string) =>
    function renderField({ row, number, judged }: ShownRow) {
      const fallback = kind === "className" ? draft.className : "";
      const isWrong = judged?.faults.some((fault) => faultyField[fault] === kind) === true;
      return (
        <TextField
          label={<VisuallyHidden>{label({ row: number })}</VisuallyHidden>}
          id={fieldId(kind, number)}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          data-wrong={isWrong || undefined}
          value={row[kind] ?? fallback}
          onChange={(event) => changeRow(row.key, { [kind]: event.currentTarget.value })}
        />
      );
    };
  const nameField = field("name", m["classImports.nameOfRow"]);
  const columns: Column<ShownRow>[] = [
    {
      key: "name",
      header: m["classImports.name"](),
      rowHeader: true,
      renderCell: (shownRow) => (
        <div className={styles["numbered"]}>
          <span aria-hidden="true">{shownRow.number}</span>
          {nameField(shownRow)}
        </div>
      ),
    },
    ...(hasClasses
      ? [{ key: "class", header: m["classImports.className"](), renderCell: field("className", m["classImports.classOfRow"]) }]
      : []),
    ...(hasIds ? [{ key: "id", header: m["classImports.externalId"](), renderCell: field("externalId", m["classImports.idOfRow"]) }] : []),
    // A header that is no text has no label on the card of a phone: there the cell has the whole width, and says what it is.
    { key: "verdict", header: <>{m["classImports.verdict"]()}</>, renderCell: (shownRow) => <RowVerdictCell {...shownRow} /> },
    {
      key: "choice",
      header: <>{m["classImports.choice"]()}</>,
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
