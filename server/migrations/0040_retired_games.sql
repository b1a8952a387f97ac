-- A game can be taken out of use and brought back. The organizations keep it meanwhile; what was open in it does not come back.
alter table games
  add column retired_at timestamptz,
  -- What was handed over before holds no longer: one row says it of every code and token family, however many there are.
  add column grants_since timestamptz;

-- The dashboard of all games is a setting (DASHBOARD_URL); a row beside it was read by nothing. A game may have one of its own.
delete from resource_links where game_id is null;
