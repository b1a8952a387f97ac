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
  has_second_factor: boolean;
  is_known_device: boolean;
}

const loginAccount = `
  select a.id, a.email, a.display_name, a.status, a.default_locale, a.password_expired,
    case when exists (
      select from account_login_types t where t.account_id = a.id and t.login_type = 'PASSWORD'
    ) then a.password_hash end as password_hash, a.feide_services,
    belongs.organization_id, held.roles, held.permissions,
    exists (select from second_factors f where f.account_id = a.id and f.confirmed_at is not null) as has_second_factor,
    exists (
      select from known_devices d where d.digest = $2 and d.account_id = a.id and d.expires_at > now()
    ) as is_known_device
  from accounts a
  left join lateral (
    select (array_agg(m.organization_id))[1] as organization_id
    from organization_members m where m.account_id = a.id having count(*) = 1
  ) belongs on true
  left join lateral (
    select array_agg(distinct h.role_key) as roles,
      array_agg(distinct p.permission_key) filter (where p.permission_key is not null) as permissions
    from held_roles(a.id, belongs.organization_id) h
    left join role_permissions p on p.role_key = h.role_key
  ) held on true
  where a.email = $1 and a.status <> 'DELETED'`;

/** At most one: e-mail addresses are unique. */
export async function findLoginAccount(database: Database, email: string, deviceDigest: Buffer): Promise<LoginAccount | undefined> {
  const { rows } = await database.executeQuery<LoginAccount>(CompiledQuery.raw(loginAccount, [email, deviceDigest]));
  return rows[0];
}

export async function updatePasswordHash(database: Database, accountId: string, passwordHash: string): Promise<void> {
  await database.updateTable("accounts").set({ password_hash: passwordHash }).where("id", "=", accountId).execute();
}

export async function rememberDevice(database: Database, accountId: string, digest: Buffer): Promise<void> {
  const expiry = sql<Date>`now() + interval '365 days'`;
  await database
    .insertInto("known_devices")
    .values({ digest, account_id: accountId, expires_at: expiry })
    .onConflict((conflict) =>
      conflict.columns(["digest", "account_id"]).doUpdateSet({ last_used_at: sql<Date>`now()`, expires_at: expiry }),
    )
    .execute();
}
