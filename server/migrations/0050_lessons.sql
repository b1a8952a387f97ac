-- A lesson of a class. What its students' badges and one-time codes open during it belongs to it, so that the bell ends it together.
-- ends_at limits the rows that are opened: they expire with the lesson, also while no portal runs.
create table lessons (
  started_at timestamptz not null default now(),
  ends_at timestamptz not null,
  ended_at timestamptz,
  id uuid primary key default gen_random_uuid(),
  player_group_id uuid not null references player_groups on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  started_by uuid references accounts on delete set null,
  ended_because text check (ended_because in ('BELL', 'TIME', 'ARCHIVED')),
  check (ends_at > started_at and ends_at <= started_at + interval '4 hours'),
  check ((ended_at is null) = (ended_because is null))
);

-- A class has one lesson at a time. The index also finds it.
create unique index lessons__running_idx on lessons (player_group_id) where ended_at is null;
create index lessons__player_group_id_idx on lessons (player_group_id);
create index lessons__organization_id_idx on lessons (organization_id);
create index lessons__started_by_idx on lessons (started_by);
create index lessons__overdue_idx on lessons (ends_at) where ended_at is null;
create index lessons__ended_at_idx on lessons (ended_at);

alter table sessions add column lesson_id uuid references lessons on delete set null;
alter table game_codes add column lesson_id uuid references lessons on delete set null;
alter table token_families add column lesson_id uuid references lessons on delete set null;
create index sessions__lesson_id_idx on sessions (lesson_id) where lesson_id is not null;
create index game_codes__lesson_id_idx on game_codes (lesson_id) where lesson_id is not null;
create index token_families__lesson_id_idx on token_families (lesson_id) where lesson_id is not null;

-- The board names the device on which a child plays. The session that knew it has ended by then.
alter table game_codes add column device_name text check (char_length(device_name) between 1 and 256);
alter table token_families add column device_name text check (char_length(device_name) between 1 and 256);

alter table token_families drop constraint token_families_revoked_because_check;
alter table token_families add constraint token_families_revoked_because_check
  check (revoked_because in ('REUSE', 'LOGOUT', 'ACCOUNT', 'PASSWORD', 'CLIENT', 'CODE_REPLAY', 'LESSON'));

-- When a child last tried a badge that no longer works. The board asks the teacher to help.
alter table badges add column last_refused_at timestamptz;

-- Boards are told of every change by triggers, so that no statement can forget it. The message is the lesson's id.
create function tell_board() returns trigger language plpgsql as $$
begin
  perform pg_notify('lesson', (case when tg_op = 'DELETE' then old.lesson_id else new.lesson_id end)::text);
  return null;
end
$$;

create trigger sessions__tell_board after insert on sessions
  for each row when (new.lesson_id is not null) execute function tell_board();
create trigger sessions__tell_board_of_end after delete on sessions
  for each row when (old.lesson_id is not null) execute function tell_board();
create trigger game_codes__tell_board after insert or update of consumed_at, expires_at on game_codes
  for each row when (new.lesson_id is not null) execute function tell_board();
create trigger token_families__tell_board after insert or update of revoked_at on token_families
  for each row when (new.lesson_id is not null) execute function tell_board();
create trigger token_families__tell_board_of_end after delete on token_families
  for each row when (old.lesson_id is not null) execute function tell_board();

create function tell_board_of_lesson() returns trigger language plpgsql as $$
begin
  perform pg_notify('lesson', new.id::text);
  return null;
end
$$;

create trigger lessons__tell_board after update of ended_at on lessons for each row execute function tell_board_of_lesson();

-- A badge or a code concerns the running lessons of every class in which the student plays.
create function tell_boards_of_student() returns trigger language plpgsql as $$
begin
  perform pg_notify('lesson', l.id::text) from lessons l
  where l.ended_at is null and l.player_group_id in (
    select new.player_group_id
    union all
    select gp.player_group_id from account_players ap join player_group_players gp on gp.player_id = ap.player_id
    where ap.account_id = new.account_id
  );
  return null;
end
$$;

create trigger badges__tell_boards after insert or update of voided_at, last_refused_at on badges
  for each row execute function tell_boards_of_student();
create trigger one_time_codes__tell_boards after insert or update of used_at, expires_at on one_time_codes
  for each row execute function tell_boards_of_student();

create function tell_board_of_class() returns trigger language plpgsql as $$
begin
  perform pg_notify('lesson', l.id::text) from lessons l
  where l.ended_at is null
    and l.player_group_id = (case when tg_op = 'DELETE' then old.player_group_id else new.player_group_id end);
  return null;
end
$$;

create trigger player_group_players__tell_board after insert or delete on player_group_players
  for each row execute function tell_board_of_class();
