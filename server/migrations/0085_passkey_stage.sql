-- A session whose password was right, and whose organization requires a passkey, waits for it. The previous release never begins such a
-- session, and lets it do nothing.
alter table sessions drop constraint sessions_stage_check;
alter table sessions add constraint sessions_stage_check check (stage in ('FULL', 'SECOND_FACTOR', 'ENROLMENT', 'PASSKEY'));
