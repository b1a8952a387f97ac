import type { createOrganization as endpoint } from "@storyport/contract/organizations";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { AdministratorCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { insertOrganization, insertOrganizationGames } from "./queries.ts";

/**
 * Creates an organization with its games (specification, sections 2, 5 and 7). Refuses a key that is taken or looks like a taken key, even
 * in a race, with errors.organizationKeyTaken. Refuses a missing or retired game with errors.gameUnknown, and then creates nothing.
 */
export async function createOrganization(
  { database }: Pick<AppContext, "database">,
  caller: AdministratorCaller,
  { key, description, gameIds }: z.output<typeof endpoint.body>,
): Promise<{ id: string }> {
  // Sorted, so that the history shows them in order.
  const games = [...new Set(gameIds)].toSorted((one, other) => one - other);
  return database.transaction().execute(async (transaction) => {
    const id = await insertOrganization(transaction, { key, description });
    if (id === undefined) throw new Refusal("errors.organizationKeyTaken");
    if ((await insertOrganizationGames(transaction, { organizationId: id, gameIds: games })) < games.length)
      throw new Refusal("errors.gameUnknown");
    await recordEvent(transaction, caller, {
      event: "organization_created",
      actorId: caller.session?.accountId,
      targetId: id,
      organizationId: id,
      details: { gameIds: games },
    });
    return { id };
  });
}
