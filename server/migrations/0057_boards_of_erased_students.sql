-- A student who is erased during a lesson has no session that could tell the board. The end of the tie to the player does.
create function tell_boards_of_player() returns trigger language plpgsql as $$
begin
  perform pg_notify('lesson', l.id::text) from lessons l
  join player_group_players gp on gp.player_group_id = l.player_group_id
  where l.ended_at is null and gp.player_id = old.player_id;
  return null;
end
$$;

create trigger account_players__tell_boards after delete on account_players
  for each row execute function tell_boards_of_player();
