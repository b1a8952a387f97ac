import type { Transaction } from "kysely";
import { holdOrganization } from "#/features/organizations/hold-organization.ts";
import { groupForAccount } from "#/features/player-groups/group-for-account.ts";
import { holdGroups } from "#/features/player-groups/hold-groups.ts";
import { groupsIn } from "#/features/player-groups/groups-in.ts";
import { requireReach } from "#/features/rights/reach.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { judgeRows, readExternalId } from "./judge-rows.ts";
import type { ImportRow, Judged } from "./judge-rows.ts";
import { classKey } from "./name-skeleton.ts";
import { placeRow } from "./place-row.ts";
import type { ImportPlace } from "./place-row.ts";
import { findExternalIds, findPlayersOf } from "./queries.ts";

export interface WantedPlace {
  organizationId?: string | undefined;
  playerGroupId?: string | undefined;
}

/**
 * Finds the organization of a list, and the class that the request may name. Refuses a class or an organization outside the caller's reach,
 * and an archived class, as not found. Refuses as not allowed too low a right on the class, or an own organization without
 * `manage_players`. Refuses a request that names neither with errors.organizationRequired.
 */
export async function findPlace(database: Database, session: Session, wanted: WantedPlace): Promise<Omit<ImportPlace, "groups">> {
  const { organizationId, playerGroupId } = wanted;
  if (playerGroupId === undefined) {
    if (organizationId === undefined) throw new Refusal("errors.organizationRequired");
    await requireReach(database, session, { organizationId, permission: "manage_players" });
    return { organizationId, ownGroup: undefined };
  }
  const group = await groupForAccount(database, session, { groupId: playerGroupId, needs: "MODIFY" });
  if (organizationId !== undefined && organizationId !== group.organizationId) throw new Refusal("errors.notFound");
  return { organizationId: group.organizationId, ownGroup: group };
}

/** Judges a list as the organization is now. */
export async function judgeList(
  database: Database,
  session: Session,
  list: { place: Omit<ImportPlace, "groups">; rows: readonly ImportRow[] },
): Promise<Judged[]> {
  const { place, groupIds } = await placeList(database, session, list);
  return judgePlaced(database, { place, groupIds, rows: list.rows });
}

/**
 * Judges a list, and locks its classes until the transaction ends. Imports of one organization run after each other. A call that adds a
 * student to a class, or renames the class, waits for the lock on the class. A class that a person creates meanwhile does not wait, so two
 * classes may get one name. Refuses the list with errors.importChanged if a class that it names has just been archived, or taken from the
 * caller. Refuses the class of the request like `findPlace`.
 */
export async function judgeHeldList(
  transaction: Transaction<Tables>,
  session: Session,
  list: { place: Omit<ImportPlace, "groups">; rows: readonly ImportRow[] },
): Promise<Judged[]> {
  // Two lists may name the same new class or external id, so they run after each other.
  await holdOrganization(transaction, list.place.organizationId);
  const former = await placeList(transaction, session, list);
  const { groupIds } = former;
  const open = await holdGroups(transaction, groupIds);
  if (open.length < groupIds.length) throw new Refusal("errors.importChanged");
  // Check again after the lock, because a call that held it may have taken a right.
  const { organizationId, ownGroup: own } = list.place;
  const ownGroup = own === undefined ? undefined : await groupForAccount(transaction, session, { groupId: own.id, needs: "MODIFY" });
  // The names may have changed, too, so the rows are placed again.
  const held = await placeList(transaction, session, { place: { organizationId, ownGroup }, rows: list.rows });
  if (held.groupIds.join() !== groupIds.join()) throw new Refusal("errors.importChanged");
  return judgePlaced(transaction, { ...held, rows: list.rows });
}

async function placeList(
  database: Database,
  session: Session,
  { place: found, rows }: { place: Omit<ImportPlace, "groups">; rows: readonly ImportRow[] },
): Promise<{ place: ImportPlace; groupIds: string[] }> {
  const groups = Map.groupBy(await groupsIn(database, session, found.organizationId), ({ name }) => classKey(name));
  const place = { ...found, groups };
  const classes = rows.map(({ className }) => placeRow(className, place));
  const ids = classes.flatMap((rowClass) => (typeof rowClass === "string" || rowClass.id === undefined ? [] : [rowClass.id]));
  return { place, groupIds: [...new Set(ids)].toSorted() };
}

async function judgePlaced(
  database: Database,
  { place, groupIds, rows }: { place: ImportPlace; groupIds: readonly string[]; rows: readonly ImportRow[] },
): Promise<Judged[]> {
  const players = await findPlayersOf(database, groupIds);
  const given = rows.flatMap(({ externalId }) => readExternalId(externalId)?.data ?? []);
  const externalIds = new Set(await findExternalIds(database, place.organizationId, given));
  return judgeRows(rows, { place, players, externalIds });
}
