import type { readConformanceReport } from "@storyport/contract/conformance";
import type { ResponseOf } from "@storyport/contract/endpoint";
import { m } from "@storyport/texts/messages";
import { formatMoment } from "#/shell/dates.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { CheckTable } from "./check-table.tsx";

/** The report that a builder sends to a colleague: verdicts alone. Undefined: the address is unknown, or a newer one has replaced it. */
export function ReportScreen({ report }: { report: ResponseOf<typeof readConformanceReport> | undefined }) {
  if (report === undefined) {
    return (
      <>
        <PageHeading>{m["bench.reportTitle"]()}</PageHeading>
        <Notice quiet>{m["bench.reportNone"]()}</Notice>
      </>
    );
  }
  const { gameKey, startedAt, checks } = report;
  return (
    <>
      <PageHeading intro={m["bench.reportIntro"]({ gameKey, date: formatMoment(startedAt) })}>{m["bench.reportTitle"]()}</PageHeading>
      <CheckTable checks={checks} />
    </>
  );
}
