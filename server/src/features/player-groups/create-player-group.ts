import type { createPlayerGroup as endpoint } from "@storyport/contract/player-groups";
import type { Transaction } from "kysely";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { requireReach } from "#/features/rights/reach.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { insertPlayerGroup } from "./queries.ts";

type NewGroup = z.output<typeof endpoint.body>;

/**
 * Creates a player group in an organization in which the caller manages players. The creator becomes its owner; an
 * administrator who is no member owns every group already. Refuses an organization like `requireReach`.
 */
export async function createPlayerGroup({ database }: AppContext, caller: LoggedInCaller, group: NewGroup): Promise<{ id: string }> {
  return database.transaction().execute((transaction) => createGroupIn(transaction, caller, group));
}

/** Creates a player group within the transaction of another operation. Checks the caller's right, as `createPlayerGroup` says. */
export async function createGroupIn(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { name, organizationId }: NewGroup,
): Promise<{ id: string }> {
  await requireReach(transaction, caller.session, { organizationId, permission: "manage_players" });
  return createListedGroup(transaction, caller, { name, organizationId });
}

/** Creates a player group without a check of rights. The caller of this function has checked them; for a school's own list the run has. */
export async function createListedGroup(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { name, organizationId }: NewGroup,
): Promise<{ id: string }> {
  const { accountId } = caller.session;
  const id = await insertPlayerGroup(transaction, { name, organizationId, ownerId: accountId });
  await recordEvent(transaction, caller, { event: "player_group_created", actorId: accountId, targetId: id, organizationId });
  return { id };
}
