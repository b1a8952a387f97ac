-- Paper and pages name the last day of a badge, so it ends with a day. A badge that the 395 days cut short ended in the middle of its last
-- day, at the time of day of its printing. Now it ends with the day before, so that 395 days stay the most.
create or replace function school_year_end(day timestamptz) returns timestamptz
language sql immutable as $$
  select (
    date_trunc('day', least(
      date_trunc('year', day at time zone 'UTC' + interval '6 months') + interval '7 months',
      day at time zone 'UTC' + interval '395 days'
    )) - interval '1 second'
  ) at time zone 'UTC'
$$;
