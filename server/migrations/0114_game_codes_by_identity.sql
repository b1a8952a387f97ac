-- Which connected identity began the session that opened the code (0113).
alter table game_codes add column identity_id uuid;
