-- An administrator sees the portal as another person sees it: read only, for 15 minutes, with a reason that the person reads.
create table support_views (
  id uuid primary key default gen_random_uuid(),
  -- The person who is viewed. An erasure deletes the row.
  account_id uuid not null references accounts on delete cascade,
  administrator_id uuid references accounts on delete set null,
  reason text not null check (char_length(reason) between 10 and 300),
  -- The session of the administrator.
  session_digest bytea not null,
  begins_at timestamptz not null default now(),
  ends_at timestamptz not null check (ends_at > begins_at and ends_at <= begins_at + interval '15 minutes'),
  ended_at timestamptz,
  ended_because text check (ended_because in ('BUTTON', 'TIME', 'SESSION', 'ACCOUNT')),
  check ((ended_at is null) = (ended_because is null))
);
create index support_views__account_id_idx on support_views (account_id);
create index support_views__administrator_id_idx on support_views (administrator_id);
create index support_views__begins_at_idx on support_views (begins_at);
create index support_views__open_idx on support_views (ends_at) where ended_at is null;
