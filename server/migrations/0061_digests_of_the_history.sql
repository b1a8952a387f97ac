-- A closed month of the history has a digest, which continues the digest of the month before. Blocks of some thousand events let an
-- interrupted run go on, and their marks name each event that was changed, added or removed (docs/decisions/0059).
create table history_months (
  -- The first day after the month, in UTC.
  ends_on date primary key,
  -- Null for the first part, which has all events before ends_on.
  starts_on date check (starts_on < ends_on),
  events bigint not null check (events >= 0),
  digest bytea not null check (octet_length(digest) = 32),
  -- Keyed, so that the database alone cannot make it.
  seal bytea not null check (octet_length(seal) = 32),
  closed_at timestamptz not null default now(),
  dropped_at timestamptz
);

create table history_blocks (
  ends_on date not null,
  number integer not null check (number > 0),
  -- In order. Eight bytes of each event's digest stand in the same order in marks.
  ids bigint[] not null check (cardinality(ids) > 0),
  marks bytea not null check (octet_length(marks) = 8 * cardinality(ids)),
  digest bytea not null check (octet_length(digest) = 32),
  primary key (ends_on, number)
);
