-- Before work on the database an operator stops logins and changes in all portals at once. The row is there while they are stopped.
create table maintenance (
  is_only boolean primary key default true check (is_only),
  began_at timestamptz not null default now(),
  ends_at timestamptz not null,
  check (ends_at > began_at)
);
