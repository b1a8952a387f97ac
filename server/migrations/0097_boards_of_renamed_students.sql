-- A student who is renamed during a lesson has the new name on its board at once.
create function tell_boards_of_student_name() returns trigger language plpgsql as $$
begin
  perform pg_notify('lesson', l.id::text) from lessons l
  where l.ended_at is null and l.player_group_id in (
    select gp.player_group_id from account_players ap join player_group_players gp on gp.player_id = ap.player_id
    where ap.account_id = new.id
  );
  return null;
end
$$;

create trigger accounts__tell_boards after update of display_name on accounts
  for each row when (new.display_name is distinct from old.display_name) execute function tell_boards_of_student_name();
