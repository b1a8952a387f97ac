-- An account goes to a game only with a consent of its own session for exactly that request, and a game asks for no more than it may.
alter table games add column max_scope text not null default 'PLAYERGROUP'
  check (max_scope in ('USERGROUP', 'PLAYERGROUP', 'PLAYER'));

-- No foreign key to sessions: whatever ends a session would wait here for a hand-over that waits for the session. A row without its
-- session is worth nothing, and lives two minutes.
create table game_consents (
  digest bytea primary key check (octet_length(digest) = 32),
  session_digest bytea not null,
  -- Of the whole request: game, callback, state, clientCode, scope, organization.
  request_digest bytea not null check (octet_length(request_digest) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index game_consents__expires_at_idx on game_consents (expires_at);
