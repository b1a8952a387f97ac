-- What a school's lists do is shown while they do it: how far a run is, since when Feide's groups fail, and a new name of a class on the
-- board of its lesson.

-- A run is one transaction, so another connection notes how far it is. There is no foreign key to the run, because its check would wait
-- for the transaction that holds the run.
alter table roster_connections
  add column applying_run_id uuid,
  add column applying_at timestamptz,
  add column applied_changes integer,
  add column all_changes integer,
  add column read_at timestamptz,
  add column failing_since timestamptz;

create function tell_board_of_class_name() returns trigger language plpgsql as $$
begin
  perform pg_notify('lesson', l.id::text) from lessons l where l.ended_at is null and l.player_group_id = new.id;
  return null;
end
$$;

create trigger player_groups__tell_board after update of name on player_groups
  for each row when (new.name is distinct from old.name) execute function tell_board_of_class_name();
