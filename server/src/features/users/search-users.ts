import { id as idSchema } from "@storyport/contract/fields";
import type { searchUsers as endpoint, UserSearchResult } from "@storyport/contract/users";
import type * as z from "zod/mini";
import type { ResponseOf } from "@storyport/contract/endpoint";
import type { AppContext } from "#/context.ts";
import type { Database } from "#/platform/database/connect.ts";
import { searchTable } from "#/platform/database/search.ts";
import type { Found, SearchPage } from "#/platform/database/search.ts";
import { listAccounts, searchedAccounts } from "./search-queries.ts";
import type { FoundAccount } from "./search-queries.ts";

/**
 * Searches accounts by a part of the e-mail address, ignoring case, or by the whole id (specification, sections 2 and 7). Only
 * administrators call it, so it searches all organizations. The total is exact up to 10,000. A page beyond the end is empty and has
 * the same total. Deleted accounts are found by id alone.
 */
export async function searchUsers(
  context: Pick<AppContext, "database">,
  { query, page, pageSize }: z.output<typeof endpoint.body>,
): Promise<ResponseOf<typeof endpoint>> {
  const offset = (page - 1) * pageSize;
  const { ids, total } = await findUsers(context, { query, offset, limit: pageSize });
  const results = await describeUsers(context.database, ids);
  return { results, total, count: results.length, offset, limit: pageSize };
}

/** The search of `searchUsers` and the export. Addresses are stored in NFKC, so the query is compared in NFKC. */
export async function findUsers({ database }: Pick<AppContext, "database">, { query, offset, limit }: SearchPage): Promise<Found> {
  const byId = idSchema.safeParse(query);
  const named = byId.success ? await listAccounts(database, [byId.data]) : [];
  if (named.length > 0) return { ids: named.map(({ id }) => id).slice(offset, offset + limit), total: named.length };
  return searchTable(database, searchedAccounts, { query: query.normalize("NFKC"), offset, limit });
}

/** Describes accounts in the order of the given ids. */
export async function describeUsers(database: Database, ids: readonly string[]): Promise<UserSearchResult[]> {
  return (await listAccounts(database, ids)).map(describe);
}

function describe(account: FoundAccount): UserSearchResult {
  return {
    guid: account.id,
    email: account.email,
    displayName: account.display_name,
    locale: account.default_locale,
    loginTypes: account.login_types,
    created: account.created_at.toISOString(),
    activated: account.activated_at?.toISOString() ?? null,
    disabled: account.disabled_at?.toISOString() ?? null,
  };
}
