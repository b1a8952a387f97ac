-- When an organization began to require passkeys. Sessions without a passkey end some hours later (decision 82). Organizations that require
-- them already count from this migration, so their staff get the same time. The previous release does not write the column.
alter table organizations add column passkeys_required_at timestamptz;
update organizations set passkeys_required_at = now() where requires_passkeys;
