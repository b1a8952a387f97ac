-- A portal with the SECRET_KEY of another installation started, and failed later. This row names the key that seals the database, and holds
-- a sealed value, which a right key opens. The value is the key of digests: it stays when SECRET_KEY changes, because a digest cannot be made again.
create table key_canary (
  is_only boolean primary key default true check (is_only),
  key_id text not null check (key_id ~ '^[0-9a-f]{8}$'),
  sealed_digest_key bytea not null,
  sealed_at timestamptz not null default now()
);
