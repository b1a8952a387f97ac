import type { RunScript } from "./connect.ts";
import type { RunStatement } from "./copy-tables.ts";

/**
 * A step of `npm run admin -- move`, before the rows are copied. Gives the target the parts of the source's history, because each closed month
 * is verified in its own part. Also keeps the later months of the target, because an event without a part cannot be written. The target
 * has no events.
 */
export async function copyHistoryParts(source: RunScript, target: RunStatement): Promise<void> {
  const sent = await listParts(source);
  const own = await listParts((text) => target(text));
  const [first] = sent.months;
  const last = [...sent.months, ...own.months].toSorted().at(-1);
  if (first === undefined || last === undefined) throw new Error("A migrated database has months of the history.");
  for (const month of own.months) await target(`drop table audit_events_${month}`);
  await target("alter table audit_events detach partition audit_events_first");
  if (sent.hasFirst) {
    const end = `${first.replace("_", "-")}-01 00:00+00`;
    await target(`alter table audit_events attach partition audit_events_first for values from (minvalue) to ('${end}')`);
  } else await target("drop table audit_events_first");
  await target(
    `select add_history_month(month::date)
     from generate_series(to_date($1, 'YYYY_MM')::timestamp, to_date($2, 'YYYY_MM'), interval '1 month') month`,
    [first, last],
  );
}

/** Months as in the names of their tables, 2026_11, oldest first. The first part holds all events before them, until it is dropped. */
async function listParts(run: RunScript): Promise<{ months: string[]; hasFirst: boolean }> {
  const rows = await run(`
    select substring(c.relname from '\\d{4}_\\d\\d$') as month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'audit_events'::regclass order by month`);
  const months = rows.flatMap(({ month }) => (month === null ? [] : [String(month)]));
  return { months, hasFirst: months.length < rows.length };
}
