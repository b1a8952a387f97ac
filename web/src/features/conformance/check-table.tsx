import type { CheckResult, Verdict } from "@storyport/contract/conformance";
import { m } from "@storyport/texts/messages";
import { Badge } from "#/ui/badge.tsx";
import type { BadgeProps } from "#/ui/badge.tsx";
import { DataTable } from "#/ui/data-table.tsx";
import { checkAdvice, checkNames, verdictNames } from "./conformance-words.ts";

const tones: Record<Verdict, NonNullable<BadgeProps["tone"]>> = { PASSED: "success", FAILED: "danger", NOT_CHECKED: "neutral" };

/** The verdicts; failed checks come first. */
export function CheckTable({ checks }: { checks: readonly CheckResult[] }) {
  const count = (wanted: Verdict) => checks.filter(({ verdict }) => verdict === wanted).length;
  const order: readonly Verdict[] = ["FAILED", "NOT_CHECKED", "PASSED"];
  const rows = order.flatMap((wanted) => checks.filter(({ verdict }) => verdict === wanted));
  return (
    <>
      <p>{m["bench.summary"]({ passed: count("PASSED"), failed: count("FAILED"), open: count("NOT_CHECKED") })}</p>
      <DataTable
        caption={m["bench.checksTitle"]()}
        captionHidden
        rows={rows}
        rowKey={({ check }) => check}
        columns={[
          { key: "check", header: m["bench.check"](), rowHeader: true, renderCell: ({ check }) => checkNames[check]() },
          {
            key: "verdict",
            header: m["bench.verdict"](),
            renderCell: ({ verdict }) => <Badge tone={tones[verdict]}>{verdictNames[verdict]()}</Badge>,
          },
          {
            key: "advice",
            header: m["bench.advice"](),
            renderCell: ({ check, verdict }) => (verdict === "PASSED" ? "-" : checkAdvice[check]()),
          },
          { key: "clause", header: m["bench.clause"](), renderCell: ({ clause }) => clause },
        ]}
      />
    </>
  );
}
