import type { JudgedRow, RowVerdict } from "@storyport/contract/class-imports";
import { m } from "@storyport/texts/messages";
import { Badge } from "#/ui/badge.tsx";
import type { BadgeProps } from "#/ui/badge.tsx";
import styles from "./class-imports.module.css";
import { decisionOn } from "./import-draft.ts";
import type { DraftRow } from "./import-draft.ts";
import { faultText, verdictText } from "./verdict-text.ts";

const tones: Record<RowVerdict, NonNullable<BadgeProps["tone"]>> = {
  new: "success",
  "already-here": "neutral",
  "looks-alike": "accent",
  wrong: "danger",
};

/** A plus, a tick, two circles, a cross: the verdict for users who do not see its colour. */
const signs: Record<RowVerdict, string> = {
  new: "M8 3v10M3 8h10",
  "already-here": "m3 8.5 3.2 3.2L13 4.8",
  "looks-alike": "M9.5 8a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0M13.5 8a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0",
  wrong: "m4 4 8 8M12 4l-8 8",
};

export function RowVerdictCell({ row, judged }: { row: DraftRow; judged: JudgedRow | undefined }) {
  if (judged === undefined) return <>{m["app.waiting"]()}</>;
  // What is wrong with a row that is left out concerns nobody.
  if (judged.verdict === "wrong" && decisionOn(row, judged) === "skip") return <Badge>{m["classImports.isSkipped"]()}</Badge>;
  const sign = (
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path d={signs[judged.verdict]} fill="none" stroke="currentColor" strokeLinecap="round" strokeWidth="2" />
    </svg>
  );
  // The other text names a row or a student, which is too long for a badge.
  const isShort = judged.verdict !== "looks-alike";
  return (
    <div className={styles["verdict"]}>
      {isShort ? (
        <Badge tone={tones[judged.verdict]} picture={sign}>
          {verdictText(judged)}
        </Badge>
      ) : (
        <>
          <Badge tone="accent" picture={sign}>
            {m["classImports.looksAlike"]()}
          </Badge>
          <span>{verdictText(judged)}</span>
        </>
      )}
      {judged.faults.length > 0 && (
        <ul className={styles["faults"]}>
          {judged.faults.map((fault) => (
            <li key={fault}>{faultText(fault)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
