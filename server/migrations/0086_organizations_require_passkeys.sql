-- Staff of the organization who log in by a password must also use a passkey. The previous release does not ask for it.
alter table organizations add column requires_passkeys boolean not null default false;
