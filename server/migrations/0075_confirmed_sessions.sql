-- Before a dangerous action a user whose login is older confirms it again. Null until then.
alter table sessions add column confirmed_at timestamptz;
