-- As before (0033). An administrator's organizations, which are all, no longer count among those that the planner expects of everybody: it
-- read all player groups there are for a teacher's three.
create or replace function held_levels(of_account uuid, in_organization uuid)
returns table (player_group_id uuid, organization_id uuid, rights_level text)
language sql stable as $$
  with place as (
    select m.organization_id, 'manage_members' = any(held.keys) as owns_all
    from organization_members m
    cross join lateral (select array(select p.permission_key from held_permissions(of_account, m.organization_id) p) as keys offset 0) held
    where m.account_id = of_account and (in_organization is null or m.organization_id = in_organization)
      and 'manage_players' = any(held.keys)
  )
  select g.id, g.organization_id, 'OWNER'
  from player_groups g
  where (in_organization is null or g.organization_id = in_organization)
    and exists (select from held_permissions(of_account, null) p where p.permission_key = 'admin')
  union all
  select g.id, g.organization_id, 'OWNER'
  from place join player_groups g on g.organization_id = place.organization_id
  where place.owns_all
  union all
  select g.id, g.organization_id, r.rights_level
  from account_player_group_rights r
  join player_groups g on g.id = r.player_group_id
  where r.account_id = of_account and r.rights_level <> 'NONE' and g.organization_id in (select place.organization_id from place)
  union all
  select g.id, g.organization_id, r.rights_level
  from user_group_members m
  join user_groups u on u.id = m.user_group_id and u.group_type <> 'ARCHIVED'
  join user_group_player_groups r on r.user_group_id = u.id and r.rights_level <> 'NONE'
  join player_groups g on g.id = r.player_group_id and g.organization_id = u.organization_id
  where m.account_id = of_account and g.organization_id in (select place.organization_id from place)
$$;
