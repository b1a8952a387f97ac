-- Who changes an address (DESIGN A26): until the owner has logged in for the first time the school may correct it; afterwards it proposes one.
alter table accounts add column first_logged_in_at timestamptz;

-- Set by the transaction that starts the first full session. Where it cannot be known the owner counts as having logged in: then nobody else
-- changes the address. A child's badge is the school's, and proves no owner.
update accounts a set first_logged_in_at = coalesce(
  (select min(e.at) from audit_events e
    where e.actor_id = a.id and e.event = 'login_succeeded' and e.details ->> 'loginType' is distinct from 'QRCODE'),
  a.activated_at,
  a.created_at
)
where a.status <> 'CREATED' and (
  a.password_hash is not null
  or exists (select from account_identities i where i.account_id = a.id)
  or exists (select from known_devices d where d.account_id = a.id)
  or exists (select from sessions s where s.account_id = a.id and s.login_type <> 'QRCODE')
  or exists (
    select from audit_events e
    where e.actor_id = a.id and e.event = 'login_succeeded' and e.details ->> 'loginType' is distinct from 'QRCODE'
  )
);

-- At most one for an account. Whatever answers it deletes it, so of any number of answers one counts.
create table email_proposals (
  account_id uuid primary key references accounts on delete cascade,
  email text not null check (email = lower(email)),
  -- Of the token in the letter to the present address.
  digest bytea not null unique check (octet_length(digest) = 32),
  proposed_by uuid references accounts on delete set null,
  -- Through which the proposer reached the account.
  organization_id uuid references organizations on delete set null,
  proposed_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index email_proposals__email_idx on email_proposals (email);
create index email_proposals__proposed_by_idx on email_proposals (proposed_by);
create index email_proposals__organization_id_idx on email_proposals (organization_id);
create index email_proposals__expires_at_idx on email_proposals (expires_at);
