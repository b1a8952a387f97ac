-- Who can log in. A deleted account keeps its row, so that history still points somewhere, but nothing personal in it.
create table accounts (
  id uuid primary key default gen_random_uuid(),
  email text check (email = lower(email)),
  display_name text,
  status text not null default 'CREATED' check (status in ('CREATED', 'ACTIVE', 'DEACTIVATED', 'DELETED')),
  default_locale text not null default 'en' check (default_locale in ('en', 'nb', 'fr', 'nl', 'pt-BR')),
  password_hash text check (password_hash like '$argon2id$%'),
  -- A flag, not a timer (DESIGN A8): set when a password is known to be unsafe.
  password_expired boolean not null default false,
  feide_services text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  activated_at timestamptz,
  deactivated_at timestamptz,
  deleted_at timestamptz,
  constraint accounts__deleted_holds_nothing_personal check (
    status <> 'DELETED' or (email is null and display_name is null and password_hash is null)
  ),
  constraint accounts__active_was_activated check (status <> 'ACTIVE' or activated_at is not null)
);

create unique index accounts__email_idx on accounts (email);
create index accounts__created_at_idx on accounts (created_at, id);

-- The ways an account may log in.
create table account_login_types (
  account_id uuid not null references accounts on delete cascade,
  login_type text not null check (login_type in ('PASSWORD', 'FEIDE', 'GOOGLE', 'API', 'APPLE', 'QRCODE')),
  primary key (account_id, login_type)
);

-- A person at an outside provider. Found by issuer and subject alone, never by e-mail (DESIGN A18).
create table account_identities (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  provider text not null check (provider in ('GOOGLE', 'FEIDE', 'APPLE')),
  issuer text not null,
  subject text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (issuer, subject)
);

create index account_identities__account_id_idx on account_identities (account_id);
