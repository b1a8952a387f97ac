import { CompiledQuery, sql } from "kysely";
import type { RawBuilder, Transaction } from "kysely";
import type { AccountStatus } from "@storyport/contract/vocabulary";
import { holdStatement } from "#/features/accounts/hold-account.ts";
import type { Database } from "#/platform/database/connect.ts";
import { sendTogether } from "#/platform/database/send-together.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { accountPolicy, countingStatement, unknownAccountPolicy } from "#/platform/throttle.ts";
import type { Count } from "#/platform/throttle.ts";

/** What the check of a password needs of an account. */
export interface PasswordHolder {
  id: string;
  /** Null if the account has no password or may not log in by password. */
  password_hash: string | null;
  is_known_device: boolean;
}

export interface LoginAccount extends PasswordHolder {
  email: string;
  display_name: string | null;
  status: AccountStatus;
  default_locale: string;
  password_expired: boolean;
  feide_services: string[];
  /** The account's only organization; null if it has none or several. */
  organization_id: string | null;
  roles: string[];
  permissions: string[];
  /** Used before, by a known browser, a provider or a passkey. The last two make no browser known. */
  has_been_used: boolean;
  has_second_factor: boolean;
  /** Whether an organization of the account requires passkeys. */
  is_in_demanding_organization: boolean;
  /** The time of this read. */
  at: Date;
}

/** The counts of a network address. */
export interface AddressCounts {
  /** The number of accounts that logins failed at. */
  accounts: Count;
  /** All failures. */
  failures: Count;
}

export interface LoginAttempt {
  email: string;
  deviceDigest: Buffer | undefined;
  /** The counts of the caller's network address. */
  address: AddressCounts;
}

// These statements are written by hand and prepared once, because every password login waits for them.
const holderColumns = `
  a.id,
  case when exists (
    select from account_login_types t where t.account_id = a.id and t.login_type = 'PASSWORD'
  ) then a.password_hash end as password_hash,
  exists (select from known_devices d where d.digest = $2 and d.account_id = a.id and d.expires_at > now()) as is_known_device`;

const countedHolder = `
  with address as (
    select array(
      select t.key from throttles t
      where t.key = any($3::text[]) and t.window_ends_at > now() and t.failures >= ($4::int[])[array_position($3::text[], t.key)]
    ) as lanes
  ),
  holder as (select ${holderColumns} from accounts a where a.email = $1 and a.status <> 'DELETED'),
  counted as (${countingStatement(accountPolicy, {
    key: "$5",
    stopSeconds: `case when exists (select from holder) then ${accountPolicy.stopSeconds} else ${unknownAccountPolicy.stopSeconds} end`,
    condition: "(select cardinality(lanes) = 0 from address) and not exists (select from holder where is_known_device)",
  })})
  select address.lanes, counted.failures, holder.* from address left join holder on true left join counted on true`;

/** A guess before the check of its password. */
export interface CountedGuess {
  /** Undefined if no account has the address. */
  holder: PasswordHolder | undefined;
  /** The counts of the network address that are past their free attempts. The attempt must pass each of them. */
  lanes: Count[];
  /** The failures of the account with this guess. Undefined if the guess is not counted yet. */
  failures: number | undefined;
}

/**
 * Finds who has this e-mail address, and counts the guess under the key of the account, in one round trip. Counts nothing for a browser that
 * the account knows, in a slow lane of the network address, and while the account must wait. What a login needs besides is read when the
 * password has proved right (`holdLoginAccount`).
 */
export async function findHolderAndCount(
  database: Database,
  { email, deviceDigest, address }: LoginAttempt,
  accountKey: string,
): Promise<CountedGuess> {
  const counts = [address.accounts, address.failures];
  const [keys, free] = [counts.map(({ key }) => key), counts.map(({ policy }) => policy.free)];
  const { rows } = await database.executeQuery<PasswordHolder & { lanes: string[]; failures: number | null }>(
    CompiledQuery.raw(countedHolder, [email, deviceDigest ?? null, keys, free, accountKey]),
  );
  // One row always comes, because it has the counts of the address too. Without an account its other columns are null.
  const [row] = rows;
  const lanes = counts.filter(({ key }) => row?.lanes.includes(key) === true);
  return { holder: row === undefined || row.id === null ? undefined : row, lanes, failures: row?.failures ?? undefined };
}

const loginAccount = `
  select ${holderColumns}, a.email, a.display_name, a.status, a.default_locale, a.password_expired, a.feide_services,
    belongs.organization_id, held.roles, held.permissions,
    exists (select from known_devices d where d.account_id = a.id and d.expires_at > now())
      or exists (select from account_identities i where i.account_id = a.id and i.last_used_at is not null)
      or exists (select from passkeys k where k.account_id = a.id and k.last_used_at is not null) as has_been_used,
    exists (select from second_factors f where f.account_id = a.id and f.confirmed_at is not null) as has_second_factor,
    exists (
      select from organization_members d join organizations r on r.id = d.organization_id
      where d.account_id = a.id and r.requires_passkeys
    ) as is_in_demanding_organization,
    now() as at
  from accounts a
  left join lateral (
    select (array_agg(m.organization_id))[1] as organization_id
    from organization_members m where m.account_id = a.id having count(*) = 1
  ) belongs on true
  cross join lateral held_rights(a.id, belongs.organization_id) held
  where a.email = $1 and a.status <> 'DELETED'`;

/**
 * Finds the account again whose password was checked. Returns undefined if it has another address or another password by now. To keep what
 * it returns true, lock the account first.
 */
export async function findLoginAccount(
  database: Database,
  attempt: Pick<LoginAttempt, "email" | "deviceDigest">,
  checked: PasswordHolder,
): Promise<LoginAccount | undefined> {
  const { rows } = await database.executeQuery<LoginAccount>(loginAccountOf(attempt));
  return ifSame(rows[0], checked);
}

/** Locks the account and finds it again, as `findLoginAccount` does, in one round trip. */
export async function holdLoginAccount(
  transaction: Transaction<Tables>,
  attempt: Pick<LoginAttempt, "email" | "deviceDigest">,
  checked: PasswordHolder,
): Promise<LoginAccount | undefined> {
  const lock = holdStatement(checked.id, "no key update").compile(transaction);
  const { rows } = await sendTogether(transaction, lock, loginAccountOf(attempt));
  return ifSame(rows[0], checked);
}

const loginAccountOf = ({ email, deviceDigest }: Pick<LoginAttempt, "email" | "deviceDigest">): CompiledQuery<LoginAccount> =>
  CompiledQuery.raw(loginAccount, [email, deviceDigest ?? null]);

const ifSame = (account: LoginAccount | undefined, checked: PasswordHolder): LoginAccount | undefined =>
  account?.id === checked.id && account.password_hash === checked.password_hash ? account : undefined;

/** What was counted before the right password. */
export interface CountedFailures {
  /** The count of failures before this login, by account or known browser. */
  throttleKey: string;
  /** The count of this address's failures at this account. They turn out to be typing errors, not guesses. */
  triedKey: string;
  address: AddressCounts;
  /** The throttle keys of the address in which this attempt is already counted. */
  lanes: readonly string[];
}

/** After the right password its earlier failures count for nothing. */
export async function forgetFailures(database: Database, counted: CountedFailures): Promise<void> {
  await sql`with ${forgotten(counted)} select`.execute(database);
}

/** Clears the failures before the right password, as common table expressions. */
function forgotten({ throttleKey, triedKey, address: { accounts, failures }, lanes }: CountedFailures): RawBuilder<unknown> {
  return sql`
    forgotten as (delete from throttles where key = ${throttleKey}),
    mistyped as (delete from throttles where key = ${triedKey} returning failures),
    returned as (
      update throttles t set
        failures = greatest(0, t.failures - (t.key = any(${lanes}::text[]))::int - coalesce(
          (select case t.key when ${accounts.key} then 1 else m.failures end from mistyped m), 0)),
        blocked_until = case when t.key = any(${lanes}::text[]) then least(t.blocked_until, now()) else t.blocked_until end
      where t.key in (${accounts.key}, ${failures.key})
        and (t.key = any(${lanes}::text[]) or exists (select from mistyped))
    )`;
}

export interface RecordedLogin extends CountedFailures {
  accountId: string;
  deviceDigest: Buffer;
  /** The digest that the browser sent. If it differs from the new digest, other accounts that know this browser get the new digest. */
  formerDeviceDigest: Buffer | undefined;
  /** The insert of the login's event. */
  event: RawBuilder<unknown>;
}

/**
 * Part of the statement that begins the session, with the account locked. Clears the failures before this login and makes its
 * browser known. Gives the address back this attempt and its failures at this account, which were typing errors. A new secret
 * of the browser replaces the old secret for its other accounts too, as in a staff room. The old secret dies, so a planted
 * copy is useless. The browser stays known for a year after its last login, as long as its cookie lives (`setDevice`).
 */
export function recordLogin(login: RecordedLogin): RawBuilder<unknown> {
  return sql`
    ${forgotten(login)},
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
