-- The receipt of an erased student: what was erased and who asked, without the child's name. It is found by its number for three years.
create table erasures (
  number text primary key check (number ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  organization_id uuid not null references organizations on delete cascade,
  -- The erased account. The history knows it by the same id.
  account_id uuid not null unique references accounts on delete cascade,
  erased_by uuid references accounts on delete set null,
  asked_by text not null check (asked_by in ('PARENT', 'STUDENT', 'SCHOOL')),
  erased_at timestamptz not null default now(),
  -- How many rows of each kind were erased.
  erased jsonb not null
);

create index erasures__organization_id_idx on erasures (organization_id, erased_at);
create index erasures__erased_by_idx on erasures (erased_by);
create index erasures__erased_at_idx on erasures (erased_at);
