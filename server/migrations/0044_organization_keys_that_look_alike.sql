-- Two keys that look the same would be two schools to a person who reads them: neither case nor letters of another script that look
-- like Latin ones tell them apart. What the eye makes of a key is one column. A trigger fills it, so that the version before fills it too.
-- The table of letters is a choice from Unicode's confusables: what passes for a Latin letter or digit in a word.
create function organization_key_skeleton(key text) returns text language sql immutable strict parallel safe as $$
  select translate(lower(normalize(key, NFKC)),
    'авеѕікмнорстухһԁԛԝӏјѵ' || 'αβεζηικμνορτυχϲ' || 'ıɑɡɩ' || '01i' || '‐‑‒–—−',
    'abeslkmhopctyxhdqwljv' || 'abezhlkmnoptyxc' || 'lagl' || 'oll' || '------')
$$;

alter table organizations add column key_skeleton text;

-- Of those that look alike already each keeps its key; the oldest keeps others away.
update organizations o set key_skeleton = eldest.skeleton
from (
  select distinct on (organization_key_skeleton(key)) id, organization_key_skeleton(key) as skeleton
  from organizations order by organization_key_skeleton(key), created_at, id
) eldest
where eldest.id = o.id;

create unique index organizations__key_skeleton_idx on organizations (key_skeleton);

create function fill_organization_key_skeleton() returns trigger language plpgsql as $$
begin
  new.key_skeleton := organization_key_skeleton(new.key);
  return new;
end
$$;

create trigger organizations__key_skeleton before insert on organizations
  for each row execute function fill_organization_key_skeleton();
