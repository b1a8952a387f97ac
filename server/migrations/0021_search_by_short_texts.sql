-- A search for one or two characters has no trigram to look up, and reading a million names takes a second. So players have an
-- index of every single character and every pair in their names. Accounts do without: their addresses are fewer, stored in lower
-- case, and read through in some tens of milliseconds.
create function short_texts_in(name text) returns text[]
language sql immutable strict parallel safe as $$
  select array(
    select distinct substring(lower(name) from start for length)
    from generate_series(1, char_length(name)) as start, generate_series(1, 2) as length
  )
$$;

create index players__name_short_texts_idx on players using gin (short_texts_in(name));

-- Without a filter the list of accounts is read in its order.
create index accounts__search_order_idx on accounts (email, created_at, id) where status <> 'DELETED';
