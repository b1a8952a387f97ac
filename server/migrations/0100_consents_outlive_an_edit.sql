-- The previous release edits the games of an organization by deleting all rows and inserting them again. With the former foreign key that
-- dropped each consent to names. A consent now belongs to its organization and its game, and 0101 ends it when the game really leaves.
create index name_consents__game_id_idx on name_consents (game_id);
alter table name_consents
  add constraint name_consents__organization_id_fkey foreign key (organization_id) references organizations on delete cascade,
  add constraint name_consents__game_id_fkey foreign key (game_id) references games on delete cascade;
