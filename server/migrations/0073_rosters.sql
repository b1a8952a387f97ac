-- A school's own lists of its classes: OneRoster files, or Feide's groups. An organization is connected to one source at a time, because
-- the same child has another external id in each.
create table roster_connections (
  organization_id uuid primary key references organizations on delete cascade,
  source text not null check (source in ('FEIDE', 'ONEROSTER')),
  mode text not null check (mode in ('APPROVAL', 'NIGHTLY')),
  -- The organization number of the school, by which Feide names the school of a group.
  school_number text check (school_number ~ '^[0-9]{9}$'),
  created_by uuid references accounts on delete set null,
  created_at timestamptz not null default now(),
  -- The last letter to the organization's administrators, so that they get at most one a day.
  told_at timestamptz,
  check ((source = 'FEIDE') = (school_number is not null))
);

create index roster_connections__created_by_idx on roster_connections (created_by);
-- Two organizations with one number would both get the children of that school.
create unique index roster_connections__school_number_key on roster_connections (school_number);

-- The classes that a list made or recognized. A child is recognized by players.external_id.
create table roster_classes (
  player_group_id uuid primary key references player_groups on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  external_id text not null check (char_length(external_id) between 1 and 255),
  -- The name in the list. The school may name the class otherwise here; only a new name in the list is a change.
  name text not null,
  unique (organization_id, external_id)
);

-- The children of a list. A child that a later list lacks is marked, and never removed.
create table roster_students (
  player_id uuid primary key references players on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  missing_since timestamptz,
  -- A person said that the child stays. The mark is not set again until the list has named the child once more.
  is_kept boolean not null default false
);

create index roster_students__missing_idx on roster_students (organization_id, missing_since) where missing_since is not null;
create index roster_students__organization_id_idx on roster_students (organization_id);

create table roster_runs (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  source text not null check (source in ('FEIDE', 'ONEROSTER')),
  status text not null check (status in ('CHECKED', 'STOPPED', 'APPLIED', 'UNDONE', 'DISCARDED')),
  -- The list as it was read, until the run is decided on.
  roster jsonb,
  -- Whether the list names all classes of the school. The groups of one teacher do not.
  is_whole boolean not null,
  digest text not null,
  -- The classes in which something changes, with their counts.
  classes jsonb not null,
  counts jsonb not null,
  made_by uuid references accounts on delete set null,
  made_at timestamptz not null default now(),
  decided_by uuid references accounts on delete set null,
  decided_at timestamptz,
  undone_by uuid references accounts on delete set null,
  undone_at timestamptz,
  check ((status in ('CHECKED', 'STOPPED')) = (roster is not null)),
  check ((status in ('CHECKED', 'STOPPED')) = (decided_at is null))
);

create index roster_runs__organization_id_idx on roster_runs (organization_id, made_at);
create index roster_runs__made_at_idx on roster_runs (made_at);
create index roster_runs__waiting_idx on roster_runs (made_at) where decided_at is null;
create index roster_runs__made_by_idx on roster_runs (made_by);
create index roster_runs__decided_by_idx on roster_runs (decided_by);
create index roster_runs__undone_by_idx on roster_runs (undone_by);

-- What a run changes, in its order. Undoing reads what was made.
create table roster_changes (
  run_id uuid not null references roster_runs on delete cascade,
  position integer not null,
  class_position integer not null,
  kind text not null check (kind in ('NEW', 'MOVED', 'LEFT', 'RENAMED', 'CONFLICT')),
  change jsonb not null,
  -- The student, once known. An erasure removes the rows of the child.
  player_id uuid references players on delete cascade,
  primary key (run_id, position)
);

create index roster_changes__class_idx on roster_changes (run_id, class_position);
create index roster_changes__player_id_idx on roster_changes (player_id);
