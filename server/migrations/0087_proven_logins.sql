-- A provider may log a user in without asking: its own login is older. Null: the user gave the proof when the session began.
alter table sessions add column proven_at timestamptz;
