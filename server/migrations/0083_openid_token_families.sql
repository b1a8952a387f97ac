-- What the family was opened with (0080).
alter table token_families
  add column openid_scope text,
  add column session_digest bytea,
  add column session_began_at timestamptz;
create index token_families__session_digest_idx on token_families (session_digest) where session_digest is not null;
