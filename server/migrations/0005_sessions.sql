-- Logged-in periods, and what keeps guessers slow. Secrets are kept as SHA-256 digests only.
-- A session's digest is cut to 128 bits: its secret has 256, so nobody can guess from it, and there are millions of these
-- rows. Columns of eight bytes stand first, so that none is padded.
create table sessions (
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  idle_seconds integer not null check (idle_seconds > 0),
  digest bytea primary key check (octet_length(digest) = 16),
  account_id uuid not null references accounts on delete cascade,
  organization_id uuid references organizations on delete set null,
  login_type text not null check (login_type in ('PASSWORD', 'FEIDE', 'GOOGLE', 'API', 'APPLE', 'QRCODE')),
  -- SECOND_FACTOR: the password was right, the second factor is still owed.
  stage text not null default 'FULL' check (stage in ('FULL', 'SECOND_FACTOR')),
  device_name text not null check (char_length(device_name) between 1 and 256)
);

create index sessions__account_id_idx on sessions (account_id);
-- The sweep walks expired rows; a block range index costs next to nothing per session.
create index sessions__expires_at_idx on sessions using brin (expires_at);

-- Failures per account, secret or address. The key is a digest too: an address that was tried is nobody's business.
create table throttles (
  key text primary key,
  failures integer not null,
  window_ends_at timestamptz not null,
  blocked_until timestamptz not null
);

create index throttles__window_ends_at_idx on throttles (window_ends_at);

-- A browser that logged in to this account before: others' guesses do not lock it out.
create table known_devices (
  digest bytea not null check (octet_length(digest) = 32),
  account_id uuid not null references accounts on delete cascade,
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- One browser may know several accounts: a staff room computer does.
  primary key (digest, account_id)
);

create index known_devices__account_id_idx on known_devices (account_id);
create index known_devices__expires_at_idx on known_devices (expires_at);

-- A login under way at an outside provider, bound to one browser and one provider, used once.
create table login_transactions (
  digest bytea primary key check (octet_length(digest) = 32),
  provider text not null check (provider in ('GOOGLE', 'FEIDE', 'APPLE')),
  browser_digest bytea not null,
  nonce text not null,
  code_verifier text not null,
  -- Set when somebody who is logged in links a provider to their own account.
  linking_account_id uuid references accounts on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create index login_transactions__expires_at_idx on login_transactions (expires_at);
create index login_transactions__linking_account_id_idx on login_transactions (linking_account_id);
