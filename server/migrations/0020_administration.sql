-- What the admin area needs: search by a part of a word, and telling somebody that a row changed under their eyes.
create extension if not exists pg_trgm;

-- E-mail addresses are stored in lower case already.
create index accounts__email_trigrams_idx on accounts using gin (email gin_trgm_ops);
create index players__name_trigrams_idx on players using gin (lower(name) gin_trgm_ops);
create index players__name_idx on players (lower(name), created_at, id);

-- Grows with every edit: who edits what somebody else changed meanwhile is told.
alter table accounts add column version integer not null default 1;
alter table players add column version integer not null default 1;
alter table player_groups add column version integer not null default 1;
alter table user_groups add column version integer not null default 1;
alter table organizations add column version integer not null default 1;
alter table games add column version integer not null default 1;

-- Nor can the whole history be thrown away at once.
create trigger audit_events__never_emptied before truncate on audit_events
  for each statement execute function refuse_audit_change();
