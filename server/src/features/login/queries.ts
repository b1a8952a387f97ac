import { CompiledQuery, sql } from "kysely";
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
  roles: string[] | null;
  permissions: string[] | null;
  is_known_device: boolean;
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
    ) as is_known_device
  from (select exists (select from throttles where key = $3 and blocked_until > now()) as is_address_blocked) address
  left join accounts a on a.email = $1 and a.status <> 'DELETED'
  left join lateral (
    select (array_agg(m.organization_id))[1] as organization_id
    from organization_members m where m.account_id = a.id having count(*) = 1
  ) belongs on true
  left join lateral (
    select array_agg(distinct h.role_key) as roles,
      array_agg(distinct p.permission_key) filter (where p.permission_key is not null) as permissions
    from held_roles(a.id, belongs.organization_id) h
    left join role_permissions p on p.role_key = h.role_key
  ) held on true`;

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
  /** The hash that the password was right for. */
  passwordHash: string | null;
  deviceDigest: Buffer;
  /** What the browser brought; where it is not the one above, those who knew it know the new one from now on. */
  formerDeviceDigest: Buffer | undefined;
  throttleKey: string;
}

/**
 * One round trip: the failures before this login are forgotten and its browser is known from now on, if the account is still
 * active and has this password. A browser that gets a new secret takes with it who else knows it, as in a staff room, and the
 * former secret is dead: somebody may have planted it. The account's row is held until the login is done, so that a reset or a
 * deactivation at the same moment either comes first and this answers false, or comes after and ends the session that begins now;
 * and not by a share lock, since the login may write a new hash into it: two that shared it would wait for each other.
 */
export async function settleLogin(database: Database, login: SettledLogin): Promise<boolean> {
  const { rows } = await sql`
    with account as (
      select id from accounts
      where id = ${login.accountId}::uuid and status = 'ACTIVE' and password_hash = ${login.passwordHash} for no key update
    ),
    forgotten as (delete from throttles where key = ${login.throttleKey} and exists (select from account)),
    moved as (
      update known_devices d set digest = ${login.deviceDigest}::bytea
      from account a
      where d.digest = ${login.formerDeviceDigest ?? null}::bytea and d.digest <> ${login.deviceDigest}::bytea
        and d.account_id <> a.id and d.expires_at > now()
    )
    insert into known_devices (digest, account_id, expires_at)
    select ${login.deviceDigest}::bytea, id, now() + interval '365 days' from account
    on conflict (digest, account_id) do update set last_used_at = now(), expires_at = excluded.expires_at
    returning account_id`.execute(database);
  return rows.length > 0;
}

/**
 * When it happens, if the account has been used in another way before: by another browser, or by a provider, whose logins make no browser
 * known.
 */
export async function findNewDeviceNotice(database: Database, accountId: string, deviceDigest: Buffer): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select now() as at
    where exists (select from known_devices where account_id = ${accountId}::uuid and digest <> ${deviceDigest} and expires_at > now())
      or exists (select from account_identities where account_id = ${accountId}::uuid and last_used_at is not null)`.execute(database);
  return rows[0]?.at;
}
