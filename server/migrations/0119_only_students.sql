-- Whether an account is a student in all its organizations, and nothing else. The lookup of sessions asks this of the few accounts that must
-- prove a passkey. PostgreSQL runs a function of this kind only when it is called. Written into the lookup, the question made it slower
-- for all sessions (bench/README.md).
create function is_only_student(of_account uuid) returns boolean
language sql stable as $$
  select held.roles = array['student'] from held_rights(of_account, null) held
$$;
