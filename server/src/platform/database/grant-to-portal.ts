/** The grants of the portal's role in its owner's database: everything the portal needs. It reads the history and only adds to it. */
import { StartRefusal } from "#/platform/settings.ts";
import type { RunScript, Store } from "./connect.ts";
import { migrationLockId, noLimits } from "./migrate.ts";
import { quoted } from "./quote-name.ts";

/**
 * Grants the portal's role what it needs. Repeated at each start and each `migrate` with an owner, so that new tables get grants too. Runs as
 * the owner, under the lock of migrations.
 */
export async function grantToPortal(owner: Store, role: string): Promise<void> {
  const to = quoted(role);
  await owner.withScripts((run) =>
    run(`
      begin;
      ${noLimits};
      select pg_advisory_xact_lock(${migrationLockId});
      grant usage on schema public to ${to};
      grant select, insert, update, delete on all tables in schema public to ${to};
      grant usage, select on all sequences in schema public to ${to};
      revoke update, delete, truncate, references, trigger on audit_events from ${to};
      -- The portal reaches the partitions through their table alone.
      do $$ declare part regclass; begin
        for part in select inhrelid::regclass from pg_inherits where inhparent = 'audit_events'::regclass loop
          execute format('revoke all on %s from %s', part, ${literal(to)});
        end loop;
      end $$;
      revoke update, delete, truncate, references, trigger on history_months, history_blocks from ${to};
      grant execute on function add_history_months(integer) to ${to};
      revoke insert, update, delete on migrations from ${to};
      commit`),
  );
}

/** Refuses (StartRefusal) a role that could change the history despite its grants. */
export async function requireHistoryWall(portal: Store): Promise<void> {
  if (!(await portal.withScripts(couldChangeHistory))) return;
  throw new StartRefusal(
    "The role of DATABASE_URL could change the history: it owns the tables, their schema or the database, belongs to who does, makes " +
      "roles, or is a superuser. Give the portal a role of its own (docs/operating.md, Two roles).",
  );
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * Returns whether the present role could change the history: by a privilege, as a superuser, or because it can create roles. Owners
 * of the table, its schema or the database can drop what is in them. Their members can too.
 */
export async function couldChangeHistory(run: RunScript): Promise<boolean> {
  const [row] = await run(`
    select bool_or(
      has_table_privilege(c.oid, 'update') or has_any_column_privilege(c.oid, 'update') or has_table_privilege(c.oid, 'delete')
      or has_table_privilege(c.oid, 'truncate') or has_table_privilege(c.oid, 'trigger')
      or pg_has_role(c.relowner, 'member') or pg_has_role(n.nspowner, 'member') or pg_has_role(d.datdba, 'member')
      or r.rolcreaterole
    ) as could_change
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_database d on d.datname = current_database()
    join pg_roles r on r.rolname = current_user
    where c.oid in (
      select unnest(array['audit_events', 'history_months', 'history_blocks']::regclass[])
      union all select inhrelid from pg_inherits where inhparent = 'audit_events'::regclass
    )`);
  return row?.["could_change"] !== false;
}
