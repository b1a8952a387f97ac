-- Letters about one thing to many people, such as all staff of a school, wait behind letters that a person asked for. The sender looks for a
-- due letter of each kind by an index of its own. The former index of all waiting letters stays: the figures about them use it, and so does
-- the previous release, which writes no value.
alter table outbox add column is_for_many boolean not null default false;

create index outbox__waiting_for_one_idx on outbox (send_after) where sent_at is null and abandoned_at is null and not is_for_many;
create index outbox__waiting_for_many_idx on outbox (send_after) where sent_at is null and abandoned_at is null and is_for_many;
