-- Hand-overs to games and to the dashboard, and the tokens made from them.
create table token_families (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  -- The game's number, or 'dashboard'.
  client_id text not null,
  game_id integer not null references games on delete cascade,
  scope text not null check (scope in ('USERGROUP', 'PLAYERGROUP', 'PLAYER')),
  login_type text not null check (login_type in ('PASSWORD', 'FEIDE', 'GOOGLE', 'API', 'APPLE', 'QRCODE')),
  -- Makes each refresh token's successor from the token itself, so that a lost answer can be given again.
  successor_key bytea not null check (octet_length(successor_key) = 32),
  idle_seconds integer not null check (idle_seconds > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_because text check (revoked_because in ('REUSE', 'LOGOUT', 'ACCOUNT', 'PASSWORD', 'CLIENT', 'CODE_REPLAY'))
);

create index token_families__account_id_idx on token_families (account_id);
create index token_families__organization_id_idx on token_families (organization_id);
create index token_families__game_id_idx on token_families (game_id);
create index token_families__expires_at_idx on token_families (expires_at);

create table refresh_tokens (
  digest bytea primary key check (octet_length(digest) = 32),
  family_id uuid not null references token_families on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create index refresh_tokens__family_id_idx on refresh_tokens (family_id);

create table game_codes (
  digest bytea primary key check (octet_length(digest) = 32),
  handover_digest bytea not null unique check (octet_length(handover_digest) = 32),
  client_id text not null,
  game_id integer not null references games on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  scope text not null check (scope in ('USERGROUP', 'PLAYERGROUP', 'PLAYER')),
  login_type text not null check (login_type in ('PASSWORD', 'FEIDE', 'GOOGLE', 'API', 'APPLE', 'QRCODE')),
  callback_url text not null,
  -- S256 challenge; for a legacy game the value itself; none for a client that proves itself by a secret.
  client_code text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz,
  family_id uuid references token_families on delete set null
);

create index game_codes__account_id_idx on game_codes (account_id);
create index game_codes__organization_id_idx on game_codes (organization_id);
create index game_codes__game_id_idx on game_codes (game_id);
create index game_codes__family_id_idx on game_codes (family_id);
create index game_codes__expires_at_idx on game_codes (expires_at);

-- ES256 keys: one is published ahead, one signs, the one before still verifies.
create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  -- The private key, sealed with the key of SECRET_KEY.
  sealed_private_jwk bytea not null,
  created_at timestamptz not null default now(),
  signs_from timestamptz not null,
  signs_until timestamptz not null,
  published_until timestamptz not null
);
