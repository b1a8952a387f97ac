import { sql } from "kysely";
import type { LoginType } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import type { SearchedTable } from "#/platform/database/search.ts";

/** A deleted account has no address to match. Only its whole id finds it (`search-users.ts`). */
export const searchedAccounts: SearchedTable = {
  from: sql`accounts a`,
  alias: "a",
  key: sql`a.email`,
  searched: sql`a.status <> 'DELETED'`,
};

export interface FoundAccount {
  id: string;
  email: string | null;
  display_name: string | null;
  default_locale: string;
  login_types: LoginType[];
  created_at: Date;
  activated_at: Date | null;
  /** When it was deactivated or deleted. */
  disabled_at: Date | null;
}

/** In the order of the given ids. */
export async function listAccounts(database: Database, ids: readonly string[]): Promise<FoundAccount[]> {
  const { rows } = await sql<FoundAccount>`
    select a.id, a.email, a.display_name, a.default_locale, a.created_at, a.activated_at,
      coalesce(a.deactivated_at, a.deleted_at) as disabled_at,
      array(select t.login_type from account_login_types t where t.account_id = a.id order by t.login_type) as login_types
    from unnest(${ids}::uuid[]) with ordinality wanted (id, place) join accounts a on a.id = wanted.id
    order by wanted.place`.execute(database);
  return rows;
}
