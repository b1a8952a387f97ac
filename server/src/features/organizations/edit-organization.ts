import type { editOrganization as endpoint, OrganizationDetails } from "@storyport/contract/organizations";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvent, recordEvents } from "#/features/audit/record-event.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { AdministratorCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { describeOrganization } from "./describe-organization.ts";
import { endConsentsOfLeftGames } from "./name-sharing-queries.ts";
import { insertOrganizationGames, keepOrganizationGames, organizationExists, updateOrganization } from "./queries.ts";

type Change = { organizationId: string } & z.output<typeof endpoint.body>;

/**
 * Changes an organization's description and its games; omitted fields stay. Refuses a missing organization with errors.notFound, and an edit
 * of an older version with errors.changedMeanwhile. Refuses a missing game, or a newly added retired game, with errors.gameUnknown. The
 * consent to names ends for a game that leaves, and so do its codes and tokens, even if it comes back.
 */
export async function editOrganization(
  { database }: Pick<AppContext, "database">,
  caller: AdministratorCaller,
  change: Change,
): Promise<OrganizationDetails> {
  const { organizationId, version, description } = change;
  return database.transaction().execute(async (transaction) => {
    if (!(await updateOrganization(transaction, { organizationId, version, description }))) {
      throw new Refusal((await organizationExists(transaction, organizationId)) ? "errors.changedMeanwhile" : "errors.notFound");
    }
    const games = change.gameIds === undefined ? {} : await replaceGames(transaction, organizationId, change.gameIds);
    await recordEvent(transaction, caller, {
      event: "organization_edited",
      actorId: caller.session?.accountId,
      targetId: organizationId,
      organizationId,
      // The history says that the description was set, and not its text, which may name a person.
      details: { ...games, ...(description === undefined ? {} : { description: "set" }) },
    });
    const ended = change.gameIds === undefined ? [] : await endConsentsOfLeftGames(transaction, organizationId);
    await recordEvents(
      transaction,
      caller,
      ended.map(({ game_id: gameId, words }) => ({
        event: "name_sharing_ended",
        actorId: caller.session?.accountId,
        targetId: organizationId,
        organizationId,
        details: { gameId, before: { nameWords: words }, after: { nameWords: [] } },
      })),
    );
    return describeOrganization(transaction, organizationId);
  });
}

/** Games that stay keep their row, and with it the organization's consent to names and the time since which grants hold. */
async function replaceGames(database: Database, organizationId: string, wanted: readonly number[]) {
  const after = [...new Set(wanted)].toSorted((one, other) => one - other);
  const before = await keepOrganizationGames(database, organizationId, after);
  const added = after.filter((gameId) => !before.includes(gameId));
  if ((await insertOrganizationGames(database, { organizationId, gameIds: added })) < added.length) throw new Refusal("errors.gameUnknown");
  return { before: { gameIds: before }, after: { gameIds: after } };
}
