-- The sweep deletes in batches, and one portal at a time does it: the holder of the lease. A row for each table says when the last run began and
-- ended, and what it removed. Each batch finds its rows by an index. On a large database make these indexes before the upgrade, under the same
-- names, by "create index concurrently": then the migration finds them, and blocks no writes.
create table sweep_lease (
  is_only boolean primary key default true check (is_only),
  holder uuid not null,
  held_until timestamptz not null
);

create table sweep_runs (
  name text primary key,
  started_at timestamptz not null,
  -- Of the last run that ended well. It is older than started_at while a run goes on, and after a run that failed.
  finished_at timestamptz,
  removed bigint not null default 0,
  removed_in_all bigint not null default 0,
  error text
);

create index if not exists refresh_tokens__expires_at_idx on refresh_tokens (expires_at);
create index if not exists badges__ended_at_idx on badges (least(expires_at, voided_at));
create index if not exists link_requests__created_at_idx on link_requests (created_at);
create index if not exists signing_keys__published_until_idx on signing_keys (published_until);
create index if not exists outbox__done_at_idx on outbox (coalesce(sent_at, abandoned_at)) where coalesce(sent_at, abandoned_at) is not null;
