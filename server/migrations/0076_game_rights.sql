-- Games were managed by administrators alone. The people who build a game now hold a rights level on it, and register its addresses themselves.
create table game_rights (
  game_id integer not null references games (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  rights_level text not null check (rights_level in ('READ', 'MODIFY', 'OWNER')),
  given_at timestamptz not null default now(),
  primary key (game_id, account_id)
);
create index game_rights_account on game_rights (account_id);
