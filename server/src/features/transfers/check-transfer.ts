import { limits } from "@storyport/contract/limits";
import type { checkTransfer as endpoint, OfferedTransfer } from "@storyport/contract/transfers";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { groupsIn } from "#/features/player-groups/groups-in.ts";
import { reaches } from "#/features/rights/levels.ts";
import { isWithin, reachOf } from "#/features/rights/reach.ts";
import type { Reach } from "#/features/rights/reach.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findOffer } from "./find-offer.ts";
import { findOrganizationKeys } from "./queries.ts";

/**
 * Returns the transfer of a link, and the caller's classes for the student, of one school or all. An administrator has to name the school. A
 * list of all classes ends at a thousand, long before the right school. Changes nothing. Refuses a dead link as `findOffer` does. Refuses
 * the sending school itself, and callers who manage players only there, with errors.transferOwnSchool. Refuses a school out of reach as not
 * found.
 */
export async function checkTransfer(
  { database }: AppContext,
  { session }: LoggedInCaller,
  { token, organizationId: wanted }: z.output<typeof endpoint.body>,
): Promise<OfferedTransfer> {
  const offer = await findOffer(database, token);
  const reach = await reachOf(database, session, "manage_players");
  const isElsewhere = reach === "everywhere" || reach.some((organizationId) => organizationId !== offer.organization_id);
  if (!isElsewhere || wanted === offer.organization_id) throw new Refusal("errors.transferOwnSchool");
  if (wanted !== undefined && !isWithin(reach, wanted)) throw new Refusal("errors.notFound");
  const asksForSchool = reach === "everywhere" && wanted === undefined;
  const groups = (asksForSchool ? [] : await groupsIn(database, session, wanted))
    .filter(({ organizationId, level }) => organizationId !== offer.organization_id && reaches(level, "MODIFY"))
    .slice(0, limits.list.mostPlayerGroups);
  const schools = declining(reach, wanted).filter((organizationId) => organizationId !== offer.organization_id);
  const keys = await findOrganizationKeys(database, [...new Set([...schools, ...groups.map(({ organizationId }) => organizationId)])]);
  return {
    studentName: offer.student_name,
    fromSchool: offer.organization_key,
    expiresAt: offer.expires_at.toISOString(),
    asksForSchool,
    classes: groups.map(({ id, name, organizationId }) => ({
      playerGroupId: id,
      groupName: name,
      organization: { id: organizationId, organization_key: keys.get(organizationId) ?? "" },
    })),
    // An administrator may name a school that is missing.
    schools: schools.flatMap((schoolId) => {
      const key = keys.get(schoolId);
      return key === undefined ? [] : [{ id: schoolId, organization_key: key }];
    }),
  };
}

/** The schools in reach for which the caller may decline. An administrator must name the school. */
function declining(reach: Reach, wanted: string | undefined): readonly string[] {
  if (wanted !== undefined) return [wanted];
  return reach === "everywhere" ? [] : reach;
}
