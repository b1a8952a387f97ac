-- Games are told at once that a login has ended (OpenID Connect Back-Channel Logout). A notice is written by a trigger, in the transaction
-- that ends the token family, so that no statement can forget it. It names no person.
create table logout_notices (
  id uuid primary key default gen_random_uuid(),
  -- The game's number, or 'dashboard'.
  client_id text not null,
  game_id integer not null references games on delete cascade,
  -- The "sid" of the game's tokens. No foreign key, because the family may be deleted first.
  family_id uuid not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  send_after timestamptz not null default now(),
  -- Every refresh is refused by then, and the last access token has ended long before.
  expires_at timestamptz not null default now() + interval '1 day'
);

create index logout_notices__send_after_idx on logout_notices (send_after);
create index logout_notices__client_id_idx on logout_notices (client_id);
create index logout_notices__game_id_idx on logout_notices (game_id);
create index logout_notices__expires_at_idx on logout_notices (expires_at);

create function note_logout() returns trigger language plpgsql as $$
begin
  insert into logout_notices (client_id, game_id, family_id)
  select old.client_id, old.game_id, old.id from games g
  where g.id = old.game_id and (old.client_id = 'dashboard' or g.backchannel_logout_url is not null);
  if found then perform pg_notify('logout', ''); end if;
  return null;
end
$$;

create trigger token_families__note_logout after update of revoked_at on token_families
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function note_logout();
-- The sweep deletes only families that expired a month ago.
create trigger token_families__note_logout_of_deleted after delete on token_families
  for each row when (old.revoked_at is null and old.expires_at > now()) execute function note_logout();
