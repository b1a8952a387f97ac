-- Thousands of schools are looked after from one admin area: their list, and those of their groups, are searched and read a page at a
-- time, in the order of these indexes.
create index organizations__key_trigrams_idx on organizations using gin (lower(key) gin_trgm_ops);
create index organizations__search_order_idx on organizations (lower(key), created_at, id);

-- Archived ones last.
create index user_groups__name_trigrams_idx on user_groups using gin (lower(name) gin_trgm_ops);
create index user_groups__search_order_idx on user_groups ((group_type = 'ARCHIVED'), lower(name), created_at, id);

create index player_groups__name_trigrams_idx on player_groups using gin (lower(name) gin_trgm_ops);
create index player_groups__search_order_idx on player_groups (lower(name), created_at, id);

-- A user group is found by who owns it too, by what they are called.
create index accounts__called_trigrams_idx on accounts using gin (lower(coalesce(display_name, email)) gin_trgm_ops);
