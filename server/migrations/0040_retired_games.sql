-- A game can be taken out of use and brought back. The organizations keep it meanwhile; what was open in it does not come back.
alter table games
  add column retired_at timestamptz,
  -- What was handed over before holds no longer: one row says it of every code and token family, however many there are.
  add column grants_since timestamptz;

-- The dashboard of all games is a setting (DASHBOARD_URL); a row beside it was read by nothing. A game may have one of its own.
delete from resource_links where game_id is null;

-- As before (0033), and never a retired game: it answers as absent.
create or replace function may_open(of_account uuid, in_organization uuid, the_game integer, for_client text, by_login_type text)
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
  where a.id = of_account and a.status = 'ACTIVE' and g.retired_at is null
    and (held.keys @> '{admin}' or exists (
      select from organization_members m where m.account_id = a.id and m.organization_id = og.organization_id
    ))
$$;
