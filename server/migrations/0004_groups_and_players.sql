-- The children in the game, their groups, the staff groups, and who holds which rights on which group.
create table players (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  gender smallint,
  pass_code text,
  research_code text,
  is_shared boolean not null default false,
  excluded_from_analysis boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  registered_at timestamptz
);

create index players__organization_id_idx on players (organization_id, created_at);
create index players__created_at_idx on players (created_at, id);

create table player_groups (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  group_type text not null default 'REGULAR' check (group_type in ('REGULAR', 'DEFAULT', 'ARCHIVED', 'ACTIVE')),
  is_shared boolean not null default false,
  created_at timestamptz not null default now(),
  created_by uuid references accounts on delete set null
);

create index player_groups__organization_id_idx on player_groups (organization_id);
create index player_groups__created_by_idx on player_groups (created_by);

create table player_group_players (
  player_group_id uuid not null references player_groups on delete cascade,
  player_id uuid not null references players on delete cascade,
  primary key (player_group_id, player_id)
);

create index player_group_players__player_id_idx on player_group_players (player_id);

-- A student account plays one or more players.
create table account_players (
  account_id uuid not null references accounts on delete cascade,
  player_id uuid not null references players on delete cascade,
  primary key (account_id, player_id)
);

create index account_players__player_id_idx on account_players (player_id);

create table account_player_group_rights (
  account_id uuid not null references accounts on delete cascade,
  player_group_id uuid not null references player_groups on delete cascade,
  rights_level text not null check (rights_level in ('NONE', 'READ', 'PLAY', 'MODIFY', 'OWNER', 'SPECIAL')),
  primary key (account_id, player_group_id)
);

create index account_player_group_rights__group_idx on account_player_group_rights (player_group_id);

create table user_groups (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (char_length(name) >= 3),
  group_type text not null default 'REGULAR' check (group_type in ('REGULAR', 'ARCHIVED', 'HIDDEN')),
  created_at timestamptz not null default now(),
  created_by uuid references accounts on delete set null
);

create index user_groups__organization_id_idx on user_groups (organization_id);
create index user_groups__created_by_idx on user_groups (created_by);

create table user_group_members (
  user_group_id uuid not null references user_groups on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  rights_level text not null default 'READ'
    check (rights_level in ('NONE', 'READ', 'PLAY', 'MODIFY', 'OWNER', 'SPECIAL')),
  joined_at timestamptz not null default now(),
  primary key (user_group_id, account_id)
);

create index user_group_members__account_id_idx on user_group_members (account_id);

create table user_group_roles (
  user_group_id uuid not null references user_groups on delete cascade,
  role_key text not null references roles on delete restrict check (role_key <> 'admin'),
  primary key (user_group_id, role_key)
);

create table user_group_player_groups (
  user_group_id uuid not null references user_groups on delete cascade,
  player_group_id uuid not null references player_groups on delete cascade,
  rights_level text not null check (rights_level in ('NONE', 'READ', 'PLAY', 'MODIFY', 'OWNER', 'SPECIAL')),
  primary key (user_group_id, player_group_id)
);

create index user_group_player_groups__group_idx on user_group_player_groups (player_group_id);

-- The roles an account holds: in one organization, or in all of its own when none is named; its own and its groups'.
-- Platform roles count everywhere. A plain SQL function, so that the planner sees through it.
create function held_roles(of_account uuid, in_organization uuid) returns table (role_key text)
language sql stable as $$
  select r.role_key from account_roles r
  where r.account_id = of_account
    and (in_organization is null or r.organization_id is null or r.organization_id = in_organization)
  union
  select gr.role_key from user_group_members m
  join user_groups g on g.id = m.user_group_id and g.group_type <> 'ARCHIVED'
  join user_group_roles gr on gr.user_group_id = g.id
  where m.account_id = of_account and (in_organization is null or g.organization_id = in_organization)
$$;
