import { listAuditEvents } from "@storyport/contract/audit";
import { m } from "@storyport/texts/messages";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { Notice } from "#/ui/notice.tsx";
import { Pending } from "#/ui/spinner.tsx";

/** What happened about something, newest first. */
export function HistoryOf({ about }: { about: string }) {
  const { data, error } = useEndpoint(listAuditEvents, { query: { about } });
  if (error !== null) return <Notice tone="error">{failureText(error.failure)}</Notice>;
  if (data === undefined) return <Pending>{m["app.waiting"]()}</Pending>;
  return (
    <ul>
      {data.results.map(({ id, at, event }) => (
        <li key={id}>
          {at} {event}
        </li>
      ))}
    </ul>
  );
}
