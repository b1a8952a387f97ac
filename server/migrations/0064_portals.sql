-- The page Health shows every portal that runs, its release and its keys. Each portal writes its row once a minute and removes it when it stops.
-- The sweep removes the row of a portal that ended without that.
create table portals (
  instance text primary key,
  host text not null,
  version text not null,
  -- Null if the build did not name it.
  commit text,
  node text not null,
  -- Names of the keys in SECRET_KEY (see key_canary), which disclose nothing. The first seals, the others only open.
  secret_key_ids text[] not null check (cardinality(secret_key_ids) > 0),
  started_at timestamptz not null,
  last_seen_at timestamptz not null
);
