-- A student who changes schools. The old school opens a transfer, and a colleague at the new school accepts it by its link.
-- The link is found by its digest. The row says later where the student went; it goes with the student's account.
create table transfers (
  opened_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  player_group_id uuid not null references player_groups on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  -- The school that opened it keeps this player, and reads the student's name from it.
  player_id uuid not null references players on delete cascade,
  opened_by uuid references accounts on delete set null,
  ended_by uuid references accounts on delete set null,
  to_organization_id uuid references organizations on delete set null,
  ended_as text check (ended_as in ('ACCEPTED', 'DECLINED', 'WITHDRAWN', 'EXPIRED')),
  digest bytea not null unique check (octet_length(digest) = 32),
  check ((ended_at is null) = (ended_as is null))
);

-- A student has one open transfer per school. One that has expired is ended when the next is opened.
create unique index transfers__open_idx on transfers (account_id, organization_id) where ended_at is null;
create index transfers__account_id_idx on transfers (account_id);
create index transfers__player_group_id_idx on transfers (player_group_id, opened_at);
create index transfers__organization_id_idx on transfers (organization_id);
create index transfers__to_organization_id_idx on transfers (to_organization_id);
create index transfers__player_id_idx on transfers (player_id);
create index transfers__opened_by_idx on transfers (opened_by);
create index transfers__ended_by_idx on transfers (ended_by);
create index transfers__expires_at_idx on transfers (expires_at);
