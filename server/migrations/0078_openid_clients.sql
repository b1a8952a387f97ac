-- Games that use the portal as an OpenID provider (OpenID Connect Core): tools for staff. The former columns stay as they are.
alter table games
  -- Null for a game that is no OpenID client.
  add column subject_type text check (subject_type in ('public', 'pairwise')),
  -- Part of each pairwise subject. Never changed afterwards, because the game knows its users by their subjects.
  add column pairwise_sector text,
  add column backchannel_logout_url text check (char_length(backchannel_logout_url) <= 1024),
  add column post_logout_urls text[] not null default '{}';

-- The organization lets the game read names and e-mail addresses of its staff.
alter table organization_games add column shares_names boolean not null default false;
