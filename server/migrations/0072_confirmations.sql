-- The session that a login at a provider confirms. Such a login begins no session.
alter table login_transactions add column confirming_digest bytea check (octet_length(confirming_digest) = 16);
alter table login_transactions add check (confirming_digest is null or linking_account_id is null);
