-- A game that leaves an organization takes its consent to names with it, in the same transaction, and the history says so. Checked at the
-- end of the transaction, because the previous release deletes the rows of games that stay, and inserts them again.
alter table name_consents drop constraint name_consents_organization_id_game_id_fkey;

create function end_consent_of_left_game() returns trigger language plpgsql as $$
declare
  ended text[];
begin
  if exists (select from organization_games where organization_id = old.organization_id and game_id = old.game_id) then return null; end if;
  delete from name_consents where organization_id = old.organization_id and game_id = old.game_id returning words into ended;
  if found then
    -- The event of the edit, just before this event, names the actor.
    insert into audit_events (event, target_id, organization_id, details)
    values ('name_sharing_ended', old.organization_id, old.organization_id, jsonb_build_object(
      'gameId', old.game_id,
      'before', jsonb_build_object('nameWords', to_jsonb(ended)),
      'after', jsonb_build_object('nameWords', '[]'::jsonb)
    ));
  end if;
  return null;
end
$$;

create constraint trigger organization_games__end_consent after delete on organization_games
  deferrable initially deferred for each row execute function end_consent_of_left_game();
