-- The portal plays itself against a game, with an issuer and keys of the run's own, and keeps what it saw for 30 days.
-- The private keys are not sealed: what they sign names the run as its issuer, so no portal and no game takes it for a right.
create table conformance_runs (
  id uuid primary key default gen_random_uuid(),
  game_id integer not null references games (id) on delete cascade,
  scene text not null default 'PLAIN',
  -- Set by the first login of the scene ROTATED: from then on the second key is published, and the first is not.
  rotated_at timestamptz,
  keys jsonb not null,
  report_digest bytea unique,
  created_at timestamptz not null default now()
);
create index conformance_runs_game on conformance_runs (game_id, created_at);
create index conformance_runs_created_at on conformance_runs (created_at);

create table conformance_logins (
  id uuid primary key default gen_random_uuid(),
  run_id uuid not null references conformance_runs (id) on delete cascade,
  scene text not null check (scene in (
    'PLAIN', 'WRONG_STATE', 'OTHER_BROWSER', 'WRONG_ISSUER', 'REPLAYED', 'DENIED', 'FORGED', 'EXPIRED', 'SKEWED', 'ROTATED', 'BELL', 'BUSY', 'AWAY'
  )),
  callback_url text not null,
  client_code text not null,
  token_scope text not null check (token_scope in ('USERGROUP', 'PLAYERGROUP', 'PLAYER')),
  code_digest bytea not null unique,
  redeemed_at timestamptz,
  -- In the order of their making; only the last is valid.
  refresh_digests bytea[] not null default '{}',
  created_at timestamptz not null default now()
);
create index conformance_logins_run on conformance_logins (run_id);

create table conformance_observations (
  id bigint generated always as identity primary key,
  run_id uuid not null references conformance_runs (id) on delete cascade,
  login_id uuid references conformance_logins (id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('AUTHORIZE', 'CALLBACK', 'UNREACHABLE', 'TOKEN', 'REFRESH', 'KEYS', 'RIGHTS', 'NARROW', 'REVOKE')),
  details jsonb not null
);
create index conformance_observations_run on conformance_observations (run_id, id);
create index conformance_observations_login on conformance_observations (login_id);

alter table conformance_runs add check (scene in (
  'PLAIN', 'WRONG_STATE', 'WRONG_ISSUER', 'DENIED', 'FORGED', 'EXPIRED', 'SKEWED', 'ROTATED', 'BELL', 'BUSY', 'AWAY'
));
