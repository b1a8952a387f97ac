-- A school itself lets a tool read names of its staff. `shares_names` did not say who had decided, nor what was shown, and the platform set it.
-- It is no longer read, and a later release drops it. The platform's former decisions do not count as the school's.
create table name_consents (
  organization_id uuid not null,
  game_id integer not null,
  -- The words of OpenID Connect that the school accepted. A tool that asks for more must wait for a new decision.
  words text[] not null check (words <@ '{profile,email}' and cardinality(words) between 1 and 2),
  given_at timestamptz not null default now(),
  given_by uuid references accounts on delete set null,
  primary key (organization_id, game_id),
  -- A game that leaves the organization takes its consent with it.
  foreign key (organization_id, game_id) references organization_games on delete cascade
);
create index name_consents__given_by_idx on name_consents (given_by);
