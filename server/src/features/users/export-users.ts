import type { UserSearchResult } from "@storyport/contract/users";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { mostMatches } from "#/platform/database/search.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { findUsers } from "./search-users.ts";

/**
 * Exports the whole result of a search, at most 10,000 accounts. Only administrators call it, so it searches all organizations. Records
 * the export, but not the query, which may name a person.
 */
export async function exportUsers({ database }: AppContext, caller: LoggedInCaller, query: string): Promise<UserSearchResult[]> {
  const { results } = await findUsers({ database }, { query, offset: 0, limit: mostMatches });
  await recordEvent(database, caller, {
    event: "accounts_exported",
    actorId: caller.session.accountId,
    details: { rows: results.length, isFiltered: query !== "" },
  });
  return results;
}
