import type { PlatformHealth } from "@storyport/contract/health";
import { m } from "@storyport/texts/messages";
import { listed } from "#/shell/listed.ts";
import { Breakable } from "#/ui/breakable.tsx";
import { DescriptionList } from "#/ui/description-list.tsx";
import { isolate } from "#/ui/isolate.ts";
import { formatBytes, formatCount, formatSeconds } from "./amounts.ts";

type Database = PlatformHealth["database"];

export function DatabaseFacts({ database }: { database: Database }) {
  return (
    <DescriptionList
      items={[
        { term: "PostgreSQL", detail: database.version },
        { term: m["health.size"](), detail: formatBytes(database.bytes) },
        { term: m["health.migrations"](), detail: <Migrations migrations={database.migrations} /> },
        { term: m["health.standbys"](), detail: <Standbys standbys={database.standbys} /> },
      ]}
    />
  );
}

function Migrations({ migrations: { applied, last, pending, later } }: Pick<Database, "migrations">) {
  return (
    <>
      <div>
        <Breakable text={m["health.migrationsApplied"]({ count: formatCount(applied), name: isolate(last) })} />
      </div>
      {pending.length > 0 && (
        <div>
          <Breakable text={m["health.migrationsMissing"]({ names: listed(pending.map(isolate)) })} />
        </div>
      )}
      {later > 0 && <div>{m["health.migrationsLater"]({ count: formatCount(later) })}</div>}
    </>
  );
}

function Standbys({ standbys }: Pick<Database, "standbys">) {
  if (standbys === null) return m["health.standbysUnknown"]();
  if (standbys.length === 0) return m["health.none"]();
  return standbys.map(({ name, isSynchronous, lagBytes, lagSeconds }) => {
    const kind = isSynchronous ? m["health.synchronous"]() : m["health.asynchronous"]();
    return (
      <div key={name}>
        <Breakable text={m["health.standbyState"]({ name: isolate(name), kind, lag: lagWords(lagBytes, lagSeconds) })} />
      </div>
    );
  });
}

/** Both are null while PostgreSQL does not know them. It knows no time while nothing is written. */
function lagWords(bytes: number | null, seconds: number | null): string {
  const words = [...(seconds === null ? [] : [formatSeconds(seconds)]), ...(bytes === null ? [] : [formatBytes(bytes)])];
  return words.length === 0 ? m["health.lagUnknown"]() : words.join(", ");
}
