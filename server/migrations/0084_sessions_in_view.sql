-- Read with every call, so it costs no join. It stays after the end of the view until the browser has left it. It is no foreign key: a
-- view that is erased with its person has ended, and the browser must still be told.
alter table sessions add column support_view_id uuid;
