-- A one-time code belongs to a group, as a badge does: its group says in which organization it logs in. None were issued so far.
delete from one_time_codes;
alter table one_time_codes add column player_group_id uuid not null references player_groups on delete cascade;
create index one_time_codes__player_group_id_idx on one_time_codes (player_group_id);

-- A new badge takes the place of the former one.
create unique index badges__one_per_student_idx on badges (account_id, player_group_id) where voided_at is null;

-- The end of 31 July after the school year that is going on or, from July on, of the coming one; 395 days at most.
create function school_year_end(day timestamptz) returns timestamptz
language sql immutable as $$
  select least(
    (date_trunc('year', day at time zone 'UTC' + interval '6 months') + interval '7 months' - interval '1 second') at time zone 'UTC',
    day + interval '395 days'
  )
$$;
