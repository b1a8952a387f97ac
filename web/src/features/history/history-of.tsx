import { listAuditEvents } from "@storyport/contract/audit";
import { m } from "@storyport/texts/messages";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { failureText } from "#/api/failure-text.ts";
import { ExactDate } from "#/features/admin-area/exact-date.tsx";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { DataTable } from "#/ui/data-table.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Pending } from "#/ui/spinner.tsx";

/** What happened to an account, a group or an organization, or was done by it, newest first. */
export function HistoryOf({ about }: { about: string }) {
  const { data, error, refetch } = useEndpoint(listAuditEvents, { query: { about } });
  if (error !== null && data === undefined) {
    return (
      <FailureNotice failure={error.failure} onRetry={() => void refetch()}>
        {failureText(error.failure)}
      </FailureNotice>
    );
  }
  if (data === undefined) return <Pending>{m["app.waiting"]()}</Pending>;
  if (data.results.length === 0) return <Notice quiet>{m["history.none"]()}</Notice>;
  return (
    <DataTable
      caption={m["history.title"]()}
      rows={data.results}
      rowKey={({ id }) => id}
      columns={[
        { key: "at", header: m["history.when"](), compact: true, renderCell: ({ at }) => <ExactDate at={at} /> },
        { key: "event", header: m["history.what"](), rowHeader: true, renderCell: ({ event }) => event },
        { key: "actor", header: m["history.who"](), renderCell: ({ actor, actorId }) => <bdi>{actor ?? actorId ?? "-"}</bdi> },
      ]}
    />
  );
}
