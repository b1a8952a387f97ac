-- A permission may be given to one account by itself, in one organization, besides those that come with roles. It ends with the membership.
-- Never `admin`, which is of the platform.
create table account_permissions (
  account_id uuid not null references accounts on delete cascade,
  permission_key text not null references permissions on delete cascade check (permission_key <> 'admin'),
  organization_id uuid not null references organizations on delete cascade,
  given_by uuid references accounts on delete set null,
  given_at timestamptz not null default now(),
  primary key (account_id, organization_id, permission_key)
);

create index account_permissions__organization_id_idx on account_permissions (organization_id);
create index account_permissions__given_by_idx on account_permissions (given_by);

-- The permissions of an account in one organization, or in all of its own when none is named: by its roles, by its groups' roles, and its
-- own. A plain SQL function, so that the planner sees through it, as all functions about rights.
create function held_permissions(of_account uuid, in_organization uuid) returns table (permission_key text)
language sql stable as $$
  select p.permission_key from held_roles(of_account, in_organization) h
  join role_permissions p on p.role_key = h.role_key
  union
  select d.permission_key from account_permissions d
  where d.account_id = of_account and (in_organization is null or d.organization_id = in_organization)
$$;

-- Roles and permissions together, as a session and a token name them: one row, each list in the order of its keys.
create function held_rights(of_account uuid, in_organization uuid) returns table (roles text[], permissions text[])
language sql stable as $$
  select
    coalesce(array_agg(distinct held.role_key) filter (where held.role_key is not null), '{}'),
    coalesce(array_agg(distinct held.permission_key) filter (where held.permission_key is not null), '{}')
  from (
    select h.role_key, p.permission_key from held_roles(of_account, in_organization) h
    left join role_permissions p on p.role_key = h.role_key
    union all
    select null, d.permission_key from account_permissions d
    where d.account_id = of_account and (in_organization is null or d.organization_id = in_organization)
  ) held
$$;
