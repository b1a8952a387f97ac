-- The OpenID words of the scope, and when the person logged in. A logout ends the families that its session opened.
alter table game_codes
  add column openid_scope text,
  add column nonce text,
  add column session_digest bytea,
  add column session_began_at timestamptz;
create index game_codes__session_digest_idx on game_codes (session_digest) where session_digest is not null;
