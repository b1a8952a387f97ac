-- The key from which a refresh token's successor is made is sealed with SECRET_KEY from now on: who reads the table alone makes no successor.
-- The 32 bytes of families from before are the key itself; they end with their family, after 90 days at most.
alter table token_families drop constraint token_families_successor_key_check;
alter table token_families add constraint token_families__successor_key_length check (octet_length(successor_key) in (32, 71));
