import type { UserSearchResult } from "@storyport/contract/users";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { inParts, mostMatches } from "#/platform/database/search.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { describeUsers, findUsers } from "./search-users.ts";

/**
 * Exports the whole result of a search, at most 10,000 accounts. Only administrators call it, so it searches all organizations. Records
 * the export before it is read, but not the query, which may name a person.
 */
export async function exportUsers(
  { database }: AppContext,
  caller: LoggedInCaller,
  query: string,
): Promise<AsyncGenerator<UserSearchResult[]>> {
  const { ids } = await findUsers({ database }, { query, offset: 0, limit: mostMatches });
  await recordEvent(database, caller, {
    event: "accounts_exported",
    actorId: caller.session.accountId,
    details: { rows: ids.length, isFiltered: query !== "" },
  });
  return inParts(ids, (part) => describeUsers(database, part));
}
