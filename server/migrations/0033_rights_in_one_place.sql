-- What an account may do with player groups and with games, answered in one place each: for pages, tokens, lists and hand-overs.

-- The rights levels of an account on player groups, in one organization or in all of its own when none is named: a row for each way a level
-- is held, the highest counts. Levels are worth something only with the permission `manage_players` there. Who manages the members of
-- an organization owns its groups (docs/decisions/0023), an administrator all groups. Archived groups are in it: who owns one can
-- bring it back. Rows that cross organizations give nothing.
create function held_levels(of_account uuid, in_organization uuid)
returns table (player_group_id uuid, organization_id uuid, rights_level text)
language sql stable as $$
  with place as (
    select m.organization_id, 'manage_members' = any(held.keys) as owns_all
    from organization_members m
    cross join lateral (select array(select p.permission_key from held_permissions(of_account, m.organization_id) p) as keys) held
    where m.account_id = of_account and (in_organization is null or m.organization_id = in_organization)
      and 'manage_players' = any(held.keys)
    union all
    select o.id, true from organizations o
    where (in_organization is null or o.id = in_organization)
      and exists (select from held_permissions(of_account, null) p where p.permission_key = 'admin')
  )
  select g.id, g.organization_id, 'OWNER'
  from place join player_groups g on g.organization_id = place.organization_id
  where place.owns_all
  union all
  select g.id, g.organization_id, r.rights_level
  from account_player_group_rights r
  join player_groups g on g.id = r.player_group_id
  join place on place.organization_id = g.organization_id
  where r.account_id = of_account and r.rights_level <> 'NONE'
  union all
  select g.id, g.organization_id, r.rights_level
  from user_group_members m
  join user_groups u on u.id = m.user_group_id and u.group_type <> 'ARCHIVED'
  join user_group_player_groups r on r.user_group_id = u.id and r.rights_level <> 'NONE'
  join player_groups g on g.id = r.player_group_id and g.organization_id = u.organization_id
  join place on place.organization_id = g.organization_id
  where m.account_id = of_account
$$;

-- Whether an account may open a game in an organization, for a client (the game itself or the dashboard), by a way of logging in. No row:
-- the account is not active, is no member there (an administrator need not be), or the organization does not have the game. A row
-- with a refusal: why not. A row without one: yes.
create function may_open(of_account uuid, in_organization uuid, the_game integer, for_client text, by_login_type text)
returns table (refusal text)
language sql stable as $$
  select case
    when not held.keys @> '{login}' then 'errors.noLoginPermissions'
    when not (g.login_types @> array[by_login_type] or held.keys @> '{admin}') then 'errors.gameLoginTypeNotAllowed'
    when not held.keys @> g.required_permissions then 'errors.gamePermissionMissing'
    when for_client = 'dashboard' and not held.keys @> '{login_dashboard,view_user_group}' then 'errors.notAllowed'
  end
  from accounts a
  join games g on g.id = the_game
  join organization_games og on og.game_id = g.id and og.organization_id = in_organization
  cross join lateral (select array(select p.permission_key from held_permissions(a.id, og.organization_id) p) as keys) held
  where a.id = of_account and a.status = 'ACTIVE'
    and (held.keys @> '{admin}' or exists (
      select from organization_members m where m.account_id = a.id and m.organization_id = og.organization_id
    ))
$$;
