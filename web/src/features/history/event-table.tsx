import type { AuditEvent, NamedThing } from "@storyport/contract/audit";
import { m } from "@storyport/texts/messages";
import { ExactDate } from "#/shell/exact-date.tsx";
import { useUser } from "#/shell/portal.ts";
import { DataTable } from "#/ui/data-table.tsx";
import { DescriptionList } from "#/ui/description-list.tsx";
import { Disclosure } from "#/ui/disclosure.tsx";
import { detailName, detailText } from "./detail-words.ts";
import { describeDetails } from "./event-changes.ts";
import { EventParty } from "./event-party.tsx";
import { eventText } from "./event-texts.ts";
import styles from "./history.module.css";

interface EventTableProps {
  events: readonly AuditEvent[];
  /** The names for the ids in the events' details. */
  named: readonly NamedThing[];
  isBusy: boolean;
}

/** Lists events: actor, target, place and time. */
export function EventTable({ events, named, isBusy }: EventTableProps) {
  const things = byId(named);
  return (
    <DataTable
      caption={m["history.caption"]()}
      captionHidden
      rows={events}
      rowKey={({ id }) => id}
      busy={isBusy}
      columns={[
        { key: "when", header: m["history.when"](), compact: true, renderCell: ({ at }) => <ExactDate at={at} /> },
        { key: "what", header: m["history.what"](), rowHeader: true, renderCell: (event) => <What event={event} things={things} /> },
        {
          key: "who",
          header: m["history.who"](),
          renderCell: (event) => <Who event={event} />,
        },
        {
          key: "subject",
          header: m["history.subject"](),
          // If actor and target are the same, the target is not repeated.
          renderCell: ({ actorId, targetId, target, targetKind }) =>
            actorId === targetId ? "–" : <EventParty id={targetId} name={target} kind={targetKind} />,
        },
        { key: "where", header: m["history.where"](), compact: true, renderCell: ({ network }) => network ?? "–" },
      ]}
    />
  );
}

function Who({ event: { actorId, actor, network } }: { event: AuditEvent }) {
  const isAdmin = useUser().permissions.includes("admin");
  // `npm run admin` has no account and no network address.
  if (actorId === null && network === "console") return m["history.operator"]();
  // The server gives no kind for an actor. So only an administrator, who sees all accounts, knows that an actor without a name is deleted.
  if (actorId !== null && actor === null && !isAdmin) return m["history.unknownId"]({ id: actorId });
  return <EventParty id={actorId} name={actor} kind={actor === null ? null : "account"} />;
}

function What({ event, things }: { event: AuditEvent; things: ReadonlyMap<string, NamedThing> }) {
  const { lines, rest } = describeDetails(event.details);
  const members = [
    ...Object.entries(rest).map(([term, value]) => ({
      term: detailName(term),
      detail: <NamedText text={detailText(term, value)} named={things} />,
    })),
    ...(event.organizationId === null ? [] : [{ term: m["history.organization"](), detail: <Place event={event} /> }]),
    ...(event.requestId === null ? [] : [{ term: m["history.request"](), detail: <code>{event.requestId}</code> }]),
  ];
  return (
    <div className={styles["what"]}>
      <span>{eventText(event.event)}</span>
      {lines.map((line) => (
        <p key={line} className={styles["line"]}>
          <bdi>
            <NamedText text={line} named={things} />
          </bdi>
        </p>
      ))}
      {members.length > 0 && (
        <Disclosure quiet showText={m["history.detailsShow"]()} hideText={m["history.detailsHide"]()}>
          <DescriptionList items={members} />
        </Disclosure>
      )}
    </div>
  );
}

function Place({ event: { organizationId, organizationKey } }: { event: AuditEvent }) {
  if (organizationId !== null && organizationKey === null) return m["history.unknownId"]({ id: organizationId });
  return <EventParty id={organizationId} name={organizationKey} kind="organization" />;
}

/** The group makes `split` keep the ids. */
const id = /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/i;

/** A line whose ids are replaced by present names with links. An id without a name stays an id. */
function NamedText({ text, named }: { text: string; named: ReadonlyMap<string, NamedThing> }) {
  return text.split(id).map((part, index) => {
    if (!id.test(part)) return part;
    const thing = named.get(part.toLowerCase());
    // The same id may occur twice.
    const key = `${index}${part}`;
    if (thing === undefined) return <span key={key}>{m["history.unknownId"]({ id: part })}</span>;
    return <EventParty key={key} {...thing} isInline />;
  });
}

/** Maps the things by id; ids are unique. */
function byId(named: readonly NamedThing[]): ReadonlyMap<string, NamedThing> {
  return new Map(named.map((thing) => [thing.id, thing]));
}
