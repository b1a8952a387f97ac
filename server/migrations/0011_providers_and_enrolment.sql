-- What login at an outside provider keeps, and a session that has to enrol a second factor first (DESIGN A23).
alter table sessions drop constraint sessions_stage_check;
alter table sessions add constraint sessions_stage_check check (stage in ('FULL', 'SECOND_FACTOR', 'ENROLMENT'));

-- The device as it named itself when the login began, and where the provider's answer is compared with.
alter table login_transactions add column device_name text not null check (char_length(device_name) between 1 and 256);

-- What the provider calls the person (an address or a user name), for their own profile page; and, of Feide, which side of the desk.
alter table account_identities add column label text;
alter table account_identities add column affiliation text check (affiliation in ('STAFF', 'STUDENT'));

-- To end the login at the provider too: its ID token, sealed. Apart from sessions, most of which have none.
create table provider_logins (
  session_digest bytea primary key references sessions on delete cascade,
  provider text not null check (provider in ('GOOGLE', 'FEIDE', 'APPLE')),
  sealed_id_token bytea not null
);
