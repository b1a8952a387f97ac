-- Games that use the portal as an OpenID provider (OpenID Connect Core): tools for staff. The former columns stay as they are.
alter table games
  -- Null for a game that is no OpenID client.
  add column subject_type text check (subject_type in ('public', 'pairwise')),
  -- Part of each pairwise subject. Never changed afterwards, because the game knows its users by their subjects.
  add column pairwise_sector text,
  add column backchannel_logout_url text check (char_length(backchannel_logout_url) <= 1024),
  add column post_logout_urls text[] not null default '{}';

-- The organization lets the game read names and e-mail addresses of its staff.
alter table organization_games add column shares_names boolean not null default false;

-- The OpenID words of the scope, and when the person logged in. A logout ends the families that its session opened.
alter table game_codes
  add column openid_scope text,
  add column nonce text,
  add column session_digest bytea,
  add column session_began_at timestamptz;
alter table token_families
  add column openid_scope text,
  add column session_digest bytea,
  add column session_began_at timestamptz;
create index game_codes__session_digest_idx on game_codes (session_digest) where session_digest is not null;
create index token_families__session_digest_idx on token_families (session_digest) where session_digest is not null;
