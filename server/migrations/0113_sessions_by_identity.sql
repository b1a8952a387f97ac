-- Which connected identity began the session. Disconnecting it ends its own sessions, not those of another identity at the same provider.
-- Null: no provider began the session, or it began before this column. No foreign key: a session may outlive its identity.
alter table sessions add column identity_id uuid;
