-- A session that began by a passkey has passed the second factor too. The previous release never sets it.
alter table sessions add column by_passkey boolean not null default false;
