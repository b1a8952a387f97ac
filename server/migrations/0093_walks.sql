-- A walk is a run in which the portal itself plays the game, so that a builder sees each request of a right login.
alter table conformance_runs
  add column is_walk boolean not null default false,
  -- Set when its builder ends it, or starts the next. Its callback is taken until then.
  add column ended_at timestamptz;

alter table conformance_logins
  -- A former refresh token came back, or the game gave its token back (RFC 9700, 4.14.2; RFC 7009).
  add column revoked_at timestamptz,
  add column openid_scope text,
  add column nonce text;

-- What an account has running: one walk, and one scene that the portal plays. The account is named by a digest alone.
create table conformance_turns (
  holder bytea primary key,
  walk_id uuid references conformance_runs (id) on delete set null,
  playing_until timestamptz,
  changed_at timestamptz not null default now()
);
create index conformance_turns_walk on conformance_turns (walk_id);
create index conformance_turns_changed_at on conformance_turns (changed_at);
