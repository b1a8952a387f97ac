-- Schools and other organizations, the games, and which organization has which.
create table organizations (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (char_length(key) between 3 and 64 and key !~ '\s'),
  description text not null check (char_length(description) between 1 and 64),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A game is an OAuth client; its id is its client_id.
create table games (
  id integer primary key check (id > 0),
  -- Never all digits: calls take a game's number or its key.
  key text not null unique check (char_length(key) between 3 and 64 and key ~ '[^0-9]'),
  description text not null,
  locale text not null default 'en',
  login_types text[] not null default '{PASSWORD}'
    check (login_types <@ '{PASSWORD,FEIDE,GOOGLE,API,APPLE,QRCODE}'::text[]),
  required_permissions text[] not null default '{}',
  -- Shown on the login panel to everyone.
  is_public boolean not null default true,
  -- clientCode is an opaque value repeated at redemption instead of a PKCE challenge (DESIGN A3).
  legacy_client_code boolean not null default false,
  created_at timestamptz not null default now()
);

-- Where a game may be called back: compared exactly, except the port of a loopback address (RFC 8252, section 7.3).
create table game_callbacks (
  game_id integer not null references games on delete cascade,
  url text not null check (char_length(url) <= 1024),
  kind text not null check (kind in ('WEB', 'LOOPBACK', 'APP')),
  -- https anywhere, http on a loopback address alone, or an app's own scheme with a dot in it (RFC 8252, section 7);
  -- no user name, no fragment. The demo's web game lives on a loopback port.
  constraint game_callbacks__safe check (
    url !~ '[\s\\#@]' and case kind
      when 'WEB' then url ~ '^https://[^/]+/' or url ~ '^http://127\.0\.0\.1:\d+/'
      when 'LOOPBACK' then url ~ '^http://(127\.0\.0\.1|\[::1\])/'
      else url ~ '^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:'
    end
  ),
  created_at timestamptz not null default now(),
  primary key (game_id, url)
);

-- Start addresses: the game's own login start, or a dashboard.
create table resource_links (
  id uuid primary key default gen_random_uuid(),
  url text not null,
  game_id integer references games on delete cascade,
  resource_type text not null check (resource_type in ('game', 'dashboard')),
  unique nulls not distinct (game_id, resource_type)
);

create table organization_games (
  organization_id uuid not null references organizations on delete cascade,
  game_id integer not null references games on delete cascade,
  primary key (organization_id, game_id)
);

create index organization_games__game_id_idx on organization_games (game_id);

create table organization_members (
  account_id uuid not null references accounts on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  is_primary boolean not null default false,
  joined_at timestamptz not null default now(),
  primary key (account_id, organization_id)
);

create index organization_members__organization_id_idx on organization_members (organization_id);
create unique index organization_members__primary_idx on organization_members (account_id) where is_primary;
