-- A player group that is archived is of its former type again when it is brought back.
alter table player_groups add column type_before text not null default 'REGULAR' check (type_before in ('REGULAR', 'DEFAULT', 'ACTIVE'));
