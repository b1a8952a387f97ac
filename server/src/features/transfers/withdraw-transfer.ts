import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { groupForAccount } from "#/features/player-groups/group-for-account.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { endTransfer, findTransfer } from "./queries.ts";
import { refuseDead } from "./find-offer.ts";

/**
 * Ends an open transfer, so that its link no longer works. Needs OWNER of the class, which may be archived. Refuses a missing
 * transfer as not found, an ended transfer as its link does, and a class like `groupForAccount`.
 */
export async function withdrawTransfer({ database }: AppContext, caller: LoggedInCaller, transferId: string): Promise<void> {
  const { accountId: actorId } = caller.session;
  await database.transaction().execute(async (transaction) => {
    const found = await findTransfer(transaction, { id: transferId });
    if (found === undefined) throw new Refusal("errors.notFound");
    const { player_group_id: groupId, organization_id: organizationId, account_id: targetId } = found;
    await groupForAccount(transaction, caller.session, { groupId, needs: "OWNER", archivedToo: true });
    if (!(await endTransfer(transaction, { id: transferId, as: "WITHDRAWN", endedBy: actorId }))) refuseDead(found);
    const details = { playerGroupId: groupId };
    await recordEvent(transaction, caller, { event: "transfer_withdrawn", actorId, targetId, organizationId, details });
  });
}
