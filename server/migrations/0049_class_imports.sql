-- A teacher adds a whole class from a list and may undo it within a day. The school's own id of a child makes a second import of the same
-- list find the child again.
alter table players add column external_id text check (char_length(external_id) between 1 and 64);
create unique index players__external_id_idx on players (organization_id, external_id) where external_id is not null;

-- The browser makes the id, so that a list which is sent twice is imported once.
create table class_imports (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  students integer not null check (students > 0),
  created_by uuid references accounts on delete set null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by uuid references accounts on delete set null
);

create index class_imports__organization_id_idx on class_imports (organization_id);
create index class_imports__created_by_idx on class_imports (created_by, created_at);
create index class_imports__undone_by_idx on class_imports (undone_by);
create index class_imports__created_at_idx on class_imports (created_at);

create table class_import_classes (
  class_import_id uuid not null references class_imports on delete cascade,
  player_group_id uuid not null references player_groups on delete cascade,
  -- The import created the class, so undoing the import removes it.
  is_new boolean not null,
  primary key (class_import_id, player_group_id)
);

create index class_import_classes__group_idx on class_import_classes (player_group_id);

create table class_import_students (
  class_import_id uuid not null references class_imports on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  player_id uuid not null references players on delete cascade,
  player_group_id uuid not null references player_groups on delete cascade,
  primary key (class_import_id, account_id)
);

create index class_import_students__account_id_idx on class_import_students (account_id);
create index class_import_students__player_id_idx on class_import_students (player_id);
create index class_import_students__group_idx on class_import_students (player_group_id);
