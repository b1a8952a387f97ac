-- Letters that staff or a login cause have budgets of their own: what anybody asks for by an address must not use them up. Requests are
-- counted by address instead, before it is known whether anybody has it. No value: a letter with no budget.
alter table outbox add column cause text check (cause in ('LOGIN', 'STAFF'));

-- The owner is written to when a hundred wrong passwords have stopped all guessing.
alter table link_requests drop constraint link_requests_purpose_check;
alter table link_requests add constraint link_requests_purpose_check check (purpose in ('RESET', 'DELETION', 'STOPPED'));

-- The first part of a class's one-time codes. It stays with its class; one that no code has been made with for a day may go to another.
create table class_words (
  word text primary key check (word ~ '^[A-Z]{3}$'),
  player_group_id uuid not null unique references player_groups on delete cascade,
  last_used_at timestamptz not null default now()
);
