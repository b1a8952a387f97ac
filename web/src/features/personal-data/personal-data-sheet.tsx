import { personalSections } from "@storyport/contract/personal-data";
import type { PersonalData, PersonalEvent, PersonalRecord } from "@storyport/contract/personal-data";
import { m } from "@storyport/texts/messages";
import { useEffect, useRef } from "react";
import { eventText } from "#/features/history/event-texts.ts";
import { reasonText } from "#/features/history/reason-texts.ts";
import { formatMomentIn } from "#/shell/dates.ts";
import { usePortal } from "#/shell/portal.ts";
import { listed } from "#/shell/listed.ts";
import { Card } from "#/ui/card.tsx";
import { DataTable } from "#/ui/data-table.tsx";
import type { Column } from "#/ui/data-table.tsx";
import { DescriptionList } from "#/ui/description-list.tsx";
import { Stack } from "#/ui/stack.tsx";
import { valueText } from "./personal-data-values.ts";
import { actorTexts, fieldText, secretTexts, sectionTexts } from "./personal-data-words.ts";

/** A table with more columns would be too wide for paper. */
const mostColumns = 5;

/** The data in the reader's language. Parts without any data are named together at the end. */
export function PersonalDataSheet({ data }: { data: PersonalData }) {
  const { account, sections, timeZone, exportedAt, keptNotShown, history } = data;
  const { settings } = usePortal();
  const heading = useRef<HTMLHeadingElement>(null);
  // The user asked for the data below the button, so the focus goes there.
  useEffect(() => heading.current?.focus(), []);
  const empty = personalSections.filter((name) => sections[name].length === 0);
  return (
    <Stack distance="large">
      <p>{m["personalData.at"]({ time: formatMomentIn(timeZone, exportedAt) })}</p>
      <Card>
        <h2 ref={heading} tabIndex={-1}>
          {m["personalData.account"]()}
        </h2>
        <Facts record={account} timeZone={timeZone} />
      </Card>
      {personalSections
        .filter((name) => sections[name].length > 0)
        .map((name) => (
          <Card key={name}>
            <h2>{sectionTexts[name]()}</h2>
            <Records title={sectionTexts[name]()} records={sections[name]} timeZone={timeZone} />
          </Card>
        ))}
      <History events={history.events} timeZone={timeZone} />
      <Card>
        <h2>{m["personalData.secrets"]()}</h2>
        <p>{m["personalData.secretsWhy"]({ productName: settings.productName })}</p>
        <ul>
          {keptNotShown.map((name) => (
            <li key={name}>{secretTexts[name]()}</li>
          ))}
        </ul>
      </Card>
      {empty.length > 0 && <p>{m["personalData.nothing"]({ parts: listed(empty.map((name) => sectionTexts[name]())) })}</p>}
    </Stack>
  );
}

interface RecordsProps {
  title: string;
  records: readonly PersonalRecord[];
  timeZone: string;
}

/** A table if it fits, else a list of facts for each record. */
function Records({ title, records, timeZone }: RecordsProps) {
  const fields = [...new Set(records.flatMap((record) => Object.keys(record)))].filter((field) =>
    records.some((record) => !isEmpty(record[field])),
  );
  if (fields.length > mostColumns) {
    return records.map((record, index) => <Facts key={index} record={record} timeZone={timeZone} />);
  }
  const columns = fields.map((field, position): Column<PersonalRecord> => ({
    key: field,
    header: fieldText(field),
    rowHeader: position === 0,
    renderCell: (record) => <bdi>{valueText(field, record[field] ?? null, timeZone)}</bdi>,
  }));
  return <DataTable caption={title} captionHidden rows={records} rowKey={(_, place) => place} columns={columns} />;
}

function Facts({ record, timeZone }: { record: PersonalRecord; timeZone: string }) {
  const items = Object.entries(record)
    .filter(([, value]) => !isEmpty(value))
    .map(([field, value]) => ({ term: fieldText(field), detail: <bdi>{valueText(field, value, timeZone)}</bdi> }));
  return <DescriptionList items={items} />;
}

function isEmpty(value: PersonalRecord[string] | undefined): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** The newest events. A year of lessons would fill many sheets of paper, so only the download has more: all of them. */
const mostEvents = 10;

function History({ events, timeZone }: { events: readonly PersonalEvent[]; timeZone: string }) {
  const shown = events.slice(0, mostEvents);
  return (
    <Card>
      <h2>{m["personalData.history"]()}</h2>
      <p>{events.length === 0 ? m["personalData.noHistory"]() : m["personalData.historyIntro"]()}</p>
      {events.length > 0 && (
        <DataTable
          caption={m["personalData.history"]()}
          captionHidden
          rows={shown}
          rowKey={(_, place) => place}
          columns={[
            { key: "at", header: m["history.when"](), renderCell: ({ at }) => formatMomentIn(timeZone, at) },
            { key: "what", header: m["history.what"](), rowHeader: true, renderCell: ({ event }) => eventText(event) },
            { key: "by", header: m["personalData.who"](), renderCell: ({ by }) => actorTexts[by]() },
            {
              key: "organization",
              header: m["personalData.fieldOrganization"](),
              renderCell: ({ organization }) => <bdi>{organization ?? "–"}</bdi>,
            },
            {
              key: "reason",
              header: m["history.reason"](),
              renderCell: ({ reason }) => (reason === null ? "–" : reasonText(reason)),
            },
          ]}
        />
      )}
      {shown.length < events.length && <p>{m["personalData.newestOnly"]({ count: mostEvents })}</p>}
    </Card>
  );
}
