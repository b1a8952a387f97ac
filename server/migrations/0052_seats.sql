-- Devices without camera and keyboard (RFC 8628). A teacher adopts a device once; from then on it belongs to her school. Its key proves the
-- device again, and grants nothing except a place on the boards of the school's lessons.
create table devices (
  id uuid primary key default gen_random_uuid(),
  version integer not null default 1,
  organization_id uuid not null references organizations on delete cascade,
  game_id integer not null references games on delete cascade,
  name text not null check (char_length(name) between 1 and 64),
  -- Null until the device has fetched its first tokens.
  key_digest bytea unique check (octet_length(key_digest) = 32),
  last_player_group_id uuid references player_groups on delete set null,
  created_by uuid references accounts on delete set null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  removed_at timestamptz
);

create index devices__organization_id_idx on devices (organization_id) where removed_at is null;
create index devices__all_of_organization_idx on devices (organization_id);
create index devices__game_id_idx on devices (game_id);
create index devices__last_player_group_id_idx on devices (last_player_group_id);
create index devices__created_by_idx on devices (created_by);

-- One wait of a device for a child: ten minutes. The device holds the device code, and shows the user code.
create table device_codes (
  id uuid primary key default gen_random_uuid(),
  digest bytea not null unique check (octet_length(digest) = 32),
  game_id integer not null references games on delete cascade,
  -- Shown on a screen in the classroom. It grants nothing without a teacher's login and a lesson, so it is no secret.
  user_code text not null unique check (user_code ~ '^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$'),
  device_name text check (char_length(device_name) between 1 and 64),
  -- Null until a teacher has adopted the device.
  device_id uuid references devices on delete cascade,
  -- The request proved the device by its key. Otherwise the tokens bring a new key.
  has_key boolean not null default false,
  interval_seconds integer not null default 5 check (interval_seconds >= 5),
  last_polled_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  refused_at timestamptz,
  -- The seat: which child, in which lesson.
  account_id uuid references accounts on delete cascade,
  organization_id uuid references organizations on delete cascade,
  lesson_id uuid references lessons on delete set null,
  seated_at timestamptz,
  consumed_at timestamptz,
  check ((seated_at is null) = (account_id is null) and (seated_at is null) = (organization_id is null)),
  check (consumed_at is null or seated_at is not null)
);

create index device_codes__game_id_idx on device_codes (game_id);
create index device_codes__device_id_idx on device_codes (device_id);
create index device_codes__account_id_idx on device_codes (account_id);
create index device_codes__organization_id_idx on device_codes (organization_id);
create index device_codes__lesson_id_idx on device_codes (lesson_id);
create index device_codes__expires_at_idx on device_codes (expires_at);

-- A device concerns every running lesson of its school: any of them may take it, and all others must see that it is taken.
create function tell_boards_of_device(the_device uuid) returns void language sql as $$
  select pg_notify('lesson', l.id::text)
  from devices d join lessons l on l.organization_id = d.organization_id and l.ended_at is null
  where d.id = the_device
$$;

create function tell_boards_of_waiting_device() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.device_id is not null then perform tell_boards_of_device(old.device_id); end if;
  if tg_op <> 'DELETE' and new.device_id is not null and (tg_op = 'INSERT' or new.device_id is distinct from old.device_id) then
    perform tell_boards_of_device(new.device_id);
  end if;
  return null;
end
$$;

-- Polls change only the time and the interval, and tell nobody.
create trigger device_codes__tell_boards
  after insert or update of device_id, expires_at, refused_at, seated_at, consumed_at or delete on device_codes
  for each row execute function tell_boards_of_waiting_device();

create function tell_boards_of_changed_device() returns trigger language plpgsql as $$
begin
  perform tell_boards_of_device(new.id);
  return null;
end
$$;

create trigger devices__tell_boards after update of name, removed_at on devices
  for each row execute function tell_boards_of_changed_device();
