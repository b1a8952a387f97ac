-- Where the database's character type is C, lower() knows the letters of English alone: keys in capitals of another script passed for
-- others. The table of letters holds the capitals too now, so that no locale decides. Elsewhere the answer is what it was.
create or replace function organization_key_skeleton(key text) returns text language sql immutable strict parallel safe as $$
  select translate(lower(normalize(key, NFKC)),
    'авеѕікмнорстухһԁԛԝӏјѵ' || 'АВЕЅІКМНОРСТУХҺԀԚԜӀЈѴ' || 'αβεζηικμνορτυχϲ' || 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ' || 'ıɑɡɩ' || 'ⱭƖ' || '01i' || '‐‑‒–—−',
    'abeslkmhopctyxhdqwljv' || 'abeslkmhopctyxhdqwljv' || 'abezhlkmnoptyxc' || 'abezhlkmnoptyxc' || 'lagl' || 'al' || 'oll' || '------')
$$;

-- Of those that look alike each keeps its key, as before.
update organizations o set key_skeleton = organization_key_skeleton(o.key)
where o.key_skeleton <> organization_key_skeleton(o.key) and not exists (
  select from organizations other
  where other.id <> o.id and (other.key_skeleton = organization_key_skeleton(o.key) or organization_key_skeleton(other.key) = organization_key_skeleton(o.key))
);
