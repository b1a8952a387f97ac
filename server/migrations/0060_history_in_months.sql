-- A table for each month of the history, so that old months can be dropped whole, and closed months can get a digest. The rows that exist stay
-- where they are: their table becomes the first part, up to the next month. No row is copied and no index is built. While the first part is
-- attached, PostgreSQL reads it once. On a large database spare that: see "The history in months" of docs/operating.md.

alter table audit_events alter column id drop identity;
drop trigger audit_events__append_only on audit_events;
alter table audit_events rename to audit_events_first;
alter index audit_events_pkey rename to audit_events_first_pkey;
alter index audit_events__at_idx rename to audit_events_first__at_idx;
alter index audit_events__actor_idx rename to audit_events_first__actor_idx;
alter index audit_events__target_idx rename to audit_events_first__target_idx;
alter index audit_events__organization_idx rename to audit_events_first__organization_idx;
alter index audit_events__event_idx rename to audit_events_first__event_idx;
alter index audit_events__group_idx rename to audit_events_first__group_idx;

-- Without a primary key of its own, because that would have to contain the time. Each month has one on the id, which a sequence gives once.
create table audit_events (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  event text not null,
  -- No foreign keys: history outlives what it speaks of, and never holds a name or an address of a person.
  actor_id uuid,
  target_id uuid,
  organization_id uuid,
  request_id text,
  -- /24 of an IPv4, /48 of an IPv6.
  network text,
  details jsonb not null default '{}'
) partition by range (at);

create index audit_events__at_idx on audit_events (at desc, id desc);
create index audit_events__actor_idx on audit_events (actor_id, id);
create index audit_events__target_idx on audit_events (target_id, id);
create index audit_events__organization_idx on audit_events (organization_id, id);
create index audit_events__event_idx on audit_events (event, id);
create index audit_events__group_idx on audit_events ((coalesce(details ->> 'userGroupId', details ->> 'playerGroupId')), id)
  where coalesce(details ->> 'userGroupId', details ->> 'playerGroupId') is not null;

create trigger audit_events__append_only before update or delete on audit_events
  for each row execute function refuse_audit_change();
create trigger audit_events__never_emptied before truncate on audit_events
  for each statement execute function refuse_audit_change();

-- Attaching blocks no reader and no writer.
create function add_history_month(month date) returns void language plpgsql as $$
declare
  name text := 'audit_events_' || to_char(month, 'YYYY_MM');
begin
  execute format('create table %I (like audit_events including defaults)', name);
  execute format('alter table %I add primary key (id)', name);
  execute format(
    'create trigger audit_events__never_emptied before truncate on %I for each statement execute function refuse_audit_change()', name
  );
  execute format(
    'alter table audit_events attach partition %I for values from (%L) to (%L)',
    name, month || ' 00:00+00', (month + interval '1 month')::date || ' 00:00+00'
  );
end
$$;

-- Makes the months that are missing, and some more. A portal's role calls it, which may not make tables itself, so the owner's rights apply.
-- Returns how many it made.
create function add_history_months(ahead integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  made integer := 0;
  last_wanted date := date_trunc('month', now() at time zone 'UTC') + make_interval(months => least(ahead, 24));
  month date;
begin
  perform pg_advisory_xact_lock(7470630);
  select max(to_date(substring(c.relname from '\d{4}_\d\d$'), 'YYYY_MM')) into month
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'audit_events'::regclass;
  while month < last_wanted loop
    month := month + interval '1 month';
    perform add_history_month(month);
    made := made + 1;
  end loop;
  return made;
end
$$;

revoke execute on function add_history_month(date), add_history_months(integer) from public;

do $$
declare
  checked text := (
    select pg_get_constraintdef(c.oid) from pg_constraint c
    where c.conrelid = 'audit_events_first'::regclass and c.conname = 'audit_events__first_months' and c.convalidated
  );
  newest timestamptz := (select max(at) from audit_events_first);
  bound timestamp;
  given record;
begin
  bound := case
    when checked is not null then substring(checked from '''([^'']+)''')::timestamptz at time zone 'UTC'
    when newest is null then date_trunc('month', now() at time zone 'UTC')
    else date_trunc('month', greatest(newest, now()) at time zone 'UTC') + interval '1 month'
  end;
  if bound <> date_trunc('month', bound) then
    raise exception 'The constraint audit_events__first_months must end with a month in UTC, not at %.', bound;
  end if;
  perform setval(pg_get_serial_sequence('audit_events', 'id'), coalesce((select max(id) from audit_events_first), 0) + 1, false);
  execute format('alter table audit_events attach partition audit_events_first for values from (minvalue) to (%L)', bound || '+00');
  alter table audit_events_first drop constraint if exists audit_events__first_months;
  perform add_history_month(bound::date);
  -- A portal that runs meanwhile keeps its rights on the history, and gets none on its parts.
  for given in
    select a.grantee::regrole as role, a.privilege_type as privilege from pg_class c cross join aclexplode(c.relacl) a
    where c.oid = 'audit_events_first'::regclass and a.grantee <> c.relowner and a.grantee <> 0
  loop
    execute format('grant %s on audit_events to %s', given.privilege, given.role);
    execute format('revoke %s on audit_events_first from %s', given.privilege, given.role);
  end loop;
end
$$;

select add_history_months(12);
