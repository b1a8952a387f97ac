import type { declineTransfer as endpoint } from "@storyport/contract/transfers";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { requireReach } from "#/features/rights/reach.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findOffer, refuseDead } from "./find-offer.ts";
import { endTransfer } from "./queries.ts";
import { withoutNetwork } from "./without-network.ts";

/**
 * Declines the transfer of a link for a school in which the caller manages players. The student stays where it is. Refuses a dead
 * link as `findOffer` does, a school like `requireReach`, and the sending school itself with errors.transferOwnSchool.
 */
export async function declineTransfer(
  { database }: AppContext,
  caller: LoggedInCaller,
  { token, organizationId }: z.output<typeof endpoint.body>,
): Promise<void> {
  const { accountId: actorId } = caller.session;
  await database.transaction().execute(async (transaction) => {
    const offer = await findOffer(transaction, token);
    await requireReach(transaction, caller.session, { organizationId, permission: "manage_players" });
    if (organizationId === offer.organization_id) throw new Refusal("errors.transferOwnSchool");
    const end = { id: offer.id, as: "DECLINED", endedBy: actorId, toOrganizationId: organizationId } as const;
    if (!(await endTransfer(transaction, end))) refuseDead(offer);
    const about = { event: "transfer_declined", actorId, targetId: offer.account_id } as const;
    const schools = { fromOrganizationId: offer.organization_id, toOrganizationId: organizationId };
    const details = { playerGroupId: offer.player_group_id, ...schools };
    const events = [
      [withoutNetwork(caller), { ...about, organizationId: offer.organization_id, details }],
      [caller, { ...about, organizationId, details: schools }],
    ] as const;
    for (const [by, event] of events) await recordEvent(transaction, by, event);
  });
}
