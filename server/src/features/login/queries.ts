import { CompiledQuery, sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { AccountStatus } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";

export interface LoginAccount {
  id: string;
  email: string;
  display_name: string | null;
  status: AccountStatus;
  default_locale: string;
  /** None either where the account may not log in by password. */
  password_hash: string | null;
  password_expired: boolean;
  feide_services: string[];
  /** The only organization it belongs to; none when there are several. */
  organization_id: string | null;
  roles: string[];
  permissions: string[];
  is_known_device: boolean;
  /** By a browser that is known, or by a provider, whose logins make no browser known. */
  has_been_used: boolean;
  has_second_factor: boolean;
  /** When this was looked up. */
  at: Date;
}

export interface LoginAttempt {
  email: string;
  deviceDigest: Buffer | undefined;
  /** The throttle of the address it comes from. */
  addressKey: string;
}

const loginAccount = `
  select address.is_address_blocked, a.id, a.email, a.display_name, a.status, a.default_locale, a.password_expired,
    case when exists (
      select from account_login_types t where t.account_id = a.id and t.login_type = 'PASSWORD'
    ) then a.password_hash end as password_hash, a.feide_services,
    belongs.organization_id, held.roles, held.permissions,
    exists (
      select from known_devices d where d.digest = $2 and d.account_id = a.id and d.expires_at > now()
    ) as is_known_device,
    exists (select from known_devices d where d.account_id = a.id and d.expires_at > now())
      or exists (select from account_identities i where i.account_id = a.id and i.last_used_at is not null) as has_been_used,
    exists (select from second_factors f where f.account_id = a.id and f.confirmed_at is not null) as has_second_factor,
    now() as at
  from (select exists (select from throttles where key = $3 and blocked_until > now()) as is_address_blocked) address
  left join accounts a on a.email = $1 and a.status <> 'DELETED'
  left join lateral (
    select (array_agg(m.organization_id))[1] as organization_id
    from organization_members m where m.account_id = a.id having count(*) = 1
  ) belongs on true
  cross join lateral held_rights(a.id, belongs.organization_id) held`;

/** The account, at most one since e-mail addresses are unique; and whether the address has to wait, known account or not. */
export async function findLoginAccount(
  database: Database,
  { email, deviceDigest, addressKey }: LoginAttempt,
): Promise<{ account: LoginAccount | undefined; isAddressBlocked: boolean }> {
  const { rows } = await database.executeQuery<LoginAccount & { is_address_blocked: boolean }>(
    CompiledQuery.raw(loginAccount, [email, deviceDigest ?? null, addressKey]),
  );
  const [row] = rows;
  return { account: row === undefined || row.id === null ? undefined : row, isAddressBlocked: row?.is_address_blocked === true };
}

export interface SettledLogin {
  accountId: string;
  deviceDigest: Buffer;
  /** What the browser brought; where it is not the one above, those who knew it know the new one from now on. */
  formerDeviceDigest: Buffer | undefined;
  /** The failures before it, by account or known browser. */
  throttleKey: string;
  /** Set where this address has failed at this account: it is no failed one any more. */
  triedKey: string;
  addressKey: string;
  /** The statement that writes it to the history. */
  event: RawBuilder<unknown>;
}

/**
 * Goes into the statement that begins the session, the account being held: the failures before this login are forgotten and its browser
 * is known from now on. A browser that gets a new secret takes with it who else knows it, as in a staff room, and the
 * secret it had is dead: whoever planted it knows nothing.
 */
export function settleLogin(login: SettledLogin): RawBuilder<unknown> {
  return sql`
    forgotten as (delete from throttles where key = ${login.throttleKey}),
    mistyped as (delete from throttles where key = ${login.triedKey} returning key),
    returned as (
      update throttles set failures = greatest(failures - 1, 0) where key = ${login.addressKey} and exists (select from mistyped)
    ),
    moved as (
      update known_devices d set digest = ${login.deviceDigest}::bytea
      where d.digest = ${login.formerDeviceDigest ?? null}::bytea and d.digest <> ${login.deviceDigest}::bytea
        and d.account_id <> ${login.accountId}::uuid and d.expires_at > now()
    ),
    known as (
      insert into known_devices (digest, account_id, expires_at)
      values (${login.deviceDigest}::bytea, ${login.accountId}::uuid, now() + interval '365 days')
      on conflict (digest, account_id) do update set last_used_at = now(), expires_at = excluded.expires_at
    ),
    event as (${login.event})`;
}
