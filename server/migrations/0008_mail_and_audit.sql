-- Letters are written in the transaction of their cause and sent after it; what happened is written beside what it changed.
create table outbox (
  id uuid primary key default gen_random_uuid(),
  account_id uuid references accounts on delete cascade,
  recipient text not null,
  letter text not null,
  -- Both bodies are erased when the letter has been sent: they hold links.
  subject text not null,
  text_body text,
  html_body text,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  send_after timestamptz not null default now(),
  -- A letter is worthless once the link in it has expired.
  expires_at timestamptz not null,
  sent_at timestamptz,
  abandoned_at timestamptz,
  last_error text
);

create index outbox__waiting_idx on outbox (send_after) where sent_at is null and abandoned_at is null;
create index outbox__account_id_idx on outbox (account_id);

create table audit_events (
  id bigint generated always as identity primary key,
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
);

create index audit_events__at_idx on audit_events (at desc, id desc);
create index audit_events__actor_id_idx on audit_events (actor_id, at desc);
create index audit_events__target_id_idx on audit_events (target_id, at desc);
create index audit_events__organization_id_idx on audit_events (organization_id, at desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_events is append only';
end
$$;

create trigger audit_events__append_only before update or delete on audit_events
  for each row execute function refuse_audit_change();
