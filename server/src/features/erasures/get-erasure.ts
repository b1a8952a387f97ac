import type { Erasure } from "@storyport/contract/erasures";
import type { AppContext } from "#/context.ts";
import { isAdministrator, isWithin, reachOf } from "#/features/rights/reach.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findErasure } from "./queries.ts";

type ReceiptContext = Pick<AppContext, "database" | "settings">;

/**
 * Returns a receipt of an organization in which the caller manages players. Refuses any other number as not found. Administrators
 * read who erased. The school reads it as long as that person is a member (docs/decisions/0037).
 */
export async function getErasure({ database, settings }: ReceiptContext, session: Session, number: string): Promise<Erasure> {
  const found = await findErasure(database, number);
  if (found === undefined) throw new Refusal("errors.notFound");
  const reach = await reachOf(database, session, "manage_players");
  if (!isWithin(reach, found.organization.id)) throw new Refusal("errors.notFound");
  const { eraser, is_eraser_member, erased_at, kept_until, asked_by, ...receipt } = found;
  return {
    ...receipt,
    askedBy: asked_by,
    erasedAt: erased_at.toISOString(),
    keptUntil: kept_until.toISOString(),
    erasedBy: is_eraser_member || isAdministrator(session) ? eraser : null,
    timeZone: settings.timeZone,
  };
}
