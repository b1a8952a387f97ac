-- The groups of a teacher who logged in by Feide are read after the login, so that Feide can never keep a teacher out. The token of that
-- login waits here, sealed, for ten minutes at most.
create table group_readings (
  account_id uuid primary key references accounts on delete cascade,
  sealed_access_token bytea not null,
  asked_at timestamptz not null default now(),
  attempts integer not null default 0,
  read_after timestamptz not null default now()
);

create index group_readings__read_after_idx on group_readings (read_after);
create index group_readings__asked_at_idx on group_readings (asked_at);
