import type { editOrganization as endpoint, OrganizationDetails } from "@storyport/contract/organizations";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { Database } from "#/platform/database/connect.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import type { AdministratorCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { describeOrganization } from "./describe-organization.ts";
import { deleteOrganizationGames, insertOrganizationGames, organizationExists, shareNamesWith, updateOrganization } from "./queries.ts";

type Change = { organizationId: string } & z.output<typeof endpoint.body>;

/**
 * Changes an organization's description, its games, and the games that may read names of its staff; omitted fields stay. Refuses an edit of an older version with
 * errors.changedMeanwhile. Refuses a missing game, or a newly added retired one, with errors.gameUnknown.
 */
export async function editOrganization(
  { database }: Pick<AppContext, "database">,
  caller: AdministratorCaller,
  change: Change,
): Promise<OrganizationDetails> {
  const { organizationId, version, description } = change;
  if (change.nameSharingGameIds !== undefined && caller.session !== undefined) await requireRecentLogin(database, caller.session);
  return database.transaction().execute(async (transaction) => {
    if (!(await updateOrganization(transaction, { organizationId, version, description }))) {
      throw new Refusal((await organizationExists(transaction, organizationId)) ? "errors.changedMeanwhile" : "errors.notFound");
    }
    const games = change.gameIds === undefined ? {} : await replaceGames(transaction, organizationId, change.gameIds);
    const shared = change.nameSharingGameIds && [...new Set(change.nameSharingGameIds)].toSorted((one, other) => one - other);
    if (shared !== undefined && (await shareNamesWith(transaction, organizationId, shared)) < shared.length) {
      throw new Refusal("errors.gameUnknown");
    }
    await recordEvent(transaction, caller, {
      event: "organization_edited",
      actorId: caller.session?.accountId,
      targetId: organizationId,
      organizationId,
      details: { ...games, ...(description === undefined ? {} : { description: "set" }), ...(shared && { nameSharingGameIds: shared }) },
    });
    return describeOrganization(transaction, organizationId);
  });
}

async function replaceGames(database: Database, organizationId: string, wanted: readonly number[]) {
  const after = [...new Set(wanted)].toSorted((one, other) => one - other);
  const { had: before, sharing } = await deleteOrganizationGames(database, organizationId);
  const given = await insertOrganizationGames(database, { organizationId, gameIds: after, had: before, sharing });
  if (given < after.length) throw new Refusal("errors.gameUnknown");
  return { before: { gameIds: before }, after: { gameIds: after } };
}
