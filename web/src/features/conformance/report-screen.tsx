import type { readConformanceReport } from "@storyport/contract/conformance";
import type { ResponseOf } from "@storyport/contract/endpoint";
import { m } from "@storyport/texts/messages";
import { useMoment } from "#/shell/use-moment.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { CheckTable } from "./check-table.tsx";

/**
 * The report that a builder sends to a colleague: the game, the date and the verdicts, without the requests. Undefined if the address is
 * unknown, or if a newer address has replaced it.
 */
export function ReportScreen({ report }: { report: ResponseOf<typeof readConformanceReport> | undefined }) {
  if (report === undefined) {
    return (
      <>
        <PageHeading>{m["bench.reportTitle"]()}</PageHeading>
        <Notice quiet>{m["bench.reportNone"]()}</Notice>
      </>
    );
  }
  return <Report report={report} />;
}

function Report({ report: { gameKey, startedAt, checks } }: { report: ResponseOf<typeof readConformanceReport> }) {
  const date = useMoment(startedAt);
  return (
    <>
      <PageHeading intro={m["bench.reportIntro"]({ gameKey, date })}>{m["bench.reportTitle"]()}</PageHeading>
      <CheckTable checks={checks} />
    </>
  );
}
