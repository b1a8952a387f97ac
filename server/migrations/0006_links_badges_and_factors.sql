-- One-time and printed proofs: mailed links, badges, backup codes. Each is consumed by one conditional statement.
create table account_links (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  purpose text not null check (purpose in ('ACTIVATION', 'RESET', 'DELETION', 'DELETION_CONFIRMATION')),
  digest bytea not null unique check (octet_length(digest) = 32),
  game_id integer references games on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- A newer link of the same purpose takes its place.
  replaced_at timestamptz,
  failed_attempts integer not null default 0
);

create index account_links__account_id_idx on account_links (account_id, purpose);
create index account_links__expires_at_idx on account_links (expires_at);

create table badges (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  player_group_id uuid references player_groups on delete cascade,
  digest bytea not null unique check (octet_length(digest) = 32),
  -- Sealed with the key of SECRET_KEY, so that a teacher can print a badge again without voiding it.
  sealed_code bytea not null,
  created_by uuid references accounts on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  voided_at timestamptz,
  last_used_at timestamptz
);

create index badges__account_id_idx on badges (account_id);
create index badges__player_group_id_idx on badges (player_group_id);
create index badges__created_by_idx on badges (created_by);

-- Six characters a child can type when the badge was left at home.
create table one_time_codes (
  digest bytea primary key check (octet_length(digest) = 32),
  account_id uuid not null references accounts on delete cascade,
  created_by uuid references accounts on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create index one_time_codes__account_id_idx on one_time_codes (account_id);
create index one_time_codes__created_by_idx on one_time_codes (created_by);
create index one_time_codes__expires_at_idx on one_time_codes (expires_at);

create table second_factors (
  account_id uuid primary key references accounts on delete cascade,
  sealed_secret bytea not null,
  confirmed_at timestamptz,
  -- The last time step that was accepted: a code works once.
  last_used_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table backup_codes (
  account_id uuid not null references accounts on delete cascade,
  digest bytea not null check (octet_length(digest) = 32),
  used_at timestamptz,
  primary key (account_id, digest)
);
