-- A list that names students again removes their marks, and notes their new names. An undo restores both, so they stay here with the run.
create table roster_former_marks (
  run_id uuid not null references roster_runs on delete cascade,
  player_id uuid not null references players on delete cascade,
  name text not null,
  missing_since timestamptz,
  is_kept boolean not null,
  primary key (run_id, player_id)
);

create index roster_former_marks__player_id_idx on roster_former_marks (player_id);
