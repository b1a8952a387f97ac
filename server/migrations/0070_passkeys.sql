-- Passkeys (WebAuthn Level 3): an account's own keys on its owner's devices. The portal stores public keys only.

-- The name of an account towards its authenticators. Random, because an authenticator shows it to other programs of the device.
create table passkey_owners (
  account_id uuid primary key references accounts on delete cascade,
  user_handle bytea not null unique check (octet_length(user_handle) between 16 and 64)
);

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  -- COSE, as the authenticator sent it.
  public_key bytea not null,
  -- How often the authenticator has signed. Passkeys that are synchronized between devices always send 0.
  counter bigint not null default 0 check (counter >= 0),
  transports text[] not null default '{}',
  -- The model of the authenticator.
  aaguid uuid not null,
  name text not null check (length(name) between 1 and 64),
  is_backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- Set when its counter went backwards: two devices may hold the same key. It never logs in again.
  copied_at timestamptz
);

create index passkeys__account_id_idx on passkeys (account_id);

-- Each challenge is answered once, by the browser or the session that asked for it.
create table passkey_challenges (
  digest bytea primary key check (octet_length(digest) = 32),
  kind text not null check (kind in ('REGISTER', 'LOGIN')),
  -- The digest of the session that adds a passkey, or of the cookie of the browser that logs in.
  asker bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index passkey_challenges__expires_at_idx on passkey_challenges (expires_at);
