-- Which connected identity began the session that opened the family (0113).
alter table token_families add column identity_id uuid;
