-- Who asked for a mailed link. A request is written down alike for every address and answered later, so that neither the
-- answer nor its time tells whether anybody has that address. One row for an address, however often it is asked.
create table link_requests (
  purpose text not null check (purpose in ('RESET', 'DELETION')),
  email text not null check (email = lower(email)),
  request_id text not null,
  network text not null,
  created_at timestamptz not null default now(),
  answer_after timestamptz not null default now(),
  primary key (purpose, email)
);

create index link_requests__answer_after_idx on link_requests (answer_after);

-- A letter to somebody who has been deleted: its row goes as soon as it has been sent.
alter table outbox add column forget_when_sent boolean not null default false;
