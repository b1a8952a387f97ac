-- The previous release writes only requires_passkeys. When it ends a demand, the time of the demand ends with it: otherwise a demand that
-- it begins later would have the old time, and end running sessions at once (decision 82).
create function forget_passkeys_required_at() returns trigger language plpgsql as $$
begin
  new.passkeys_required_at := null;
  return new;
end
$$;

create trigger organizations__forget_passkeys_required_at before update of requires_passkeys on organizations
  for each row when (not new.requires_passkeys) execute function forget_passkeys_required_at();

update organizations set passkeys_required_at = null where not requires_passkeys and passkeys_required_at is not null;
