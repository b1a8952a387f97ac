-- A hidden user group that is archived is hidden again when it is brought back.
alter table user_groups add column was_hidden boolean not null default false;
