import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { LoginType } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import { addLoginTypes } from "./login-types.ts";

export interface NewAccount {
  email: string | null;
  displayName: string | null;
  locale: string;
  /** False for an invited account. It becomes active with its first password, or when an admin activates it. */
  isActive: boolean;
  loginTypes: readonly LoginType[];
}

/** Creates an account without an organization and returns its id; undefined for a taken e-mail address, also in a race. */
export async function createAccount(database: Database, { loginTypes, ...account }: NewAccount): Promise<string | undefined> {
  const [id] = await createAccounts(database, [account], loginTypes);
  return id;
}

/** Creates accounts without an organization. Returns the ids in the given order; undefined for a taken e-mail address. */
export async function createAccounts(
  database: Database,
  accounts: readonly Omit<NewAccount, "loginTypes">[],
  loginTypes: readonly LoginType[],
): Promise<(string | undefined)[]> {
  const rows = accounts.map((account) => ({ id: randomUUID(), ...account }));
  const inserted = await sql<{ id: string }>`
    insert into accounts (id, email, display_name, default_locale, status, activated_at)
    select id, email, "displayName", locale, case when "isActive" then 'ACTIVE' else 'CREATED' end, case when "isActive" then now() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, email text, "displayName" text, locale text, "isActive" boolean)
    on conflict (email) do nothing
    returning id`.execute(database);
  const ids = new Set(inserted.rows.map(({ id }) => id));
  await addLoginTypes(database, [...ids], loginTypes);
  return rows.map(({ id }) => (ids.has(id) ? id : undefined));
}
