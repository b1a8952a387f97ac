import type { acceptTransfer as endpoint } from "@storyport/contract/transfers";
import type { Transaction } from "kysely";
import type * as z from "zod/mini";
import type { AppContext } from "#/context.ts";
import { holdAccount } from "#/features/accounts/hold-account.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { endMembership } from "#/features/organizations/end-membership.ts";
import { holdGroupForAccount } from "#/features/player-groups/hold-group-for-account.ts";
import { enterSchool } from "#/features/players/enter-school.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findOffer, refuseDead } from "./find-offer.ts";
import { withoutNetwork } from "./without-network.ts";
import { endTransfer, findChangingStudent } from "./queries.ts";
import type { TransferRow } from "./queries.ts";

/**
 * Takes the student of a transfer into a class of another school, in one transaction. Needs MODIFY on the class. The student
 * leaves the sending school: the roles, badges, codes, sessions and tokens there end. That school keeps the player with its results;
 * the student plays a new player at the new school (docs/decisions/0055). If several calls race, one accepts, and the others find the
 * transfer ended. Refuses a dead link as `findOffer` does, and a student who cannot go as `requireFree` does. Refuses the sending school
 * itself (errors.transferOwnSchool), a full class (errors.playerGroupFull), and a class like `holdGroupForAccount`.
 */
export async function acceptTransfer(
  { database }: AppContext,
  caller: LoggedInCaller,
  { token, playerGroupId }: z.output<typeof endpoint.body>,
): Promise<{ playerGroupId: string; groupName: string; studentName: string }> {
  const { accountId: endedBy } = caller.session;
  return database.transaction().execute(async (transaction) => {
    const offer = await findOffer(transaction, token);
    // The account first, as every end of a membership does.
    await holdAccount(transaction, offer.account_id, "no key update");
    const group = await holdGroupForAccount(transaction, caller.session, { groupId: playerGroupId, needs: "MODIFY" });
    const { organizationId: toOrganizationId } = group;
    if (toOrganizationId === offer.organization_id) throw new Refusal("errors.transferOwnSchool");
    if (!(await endTransfer(transaction, { id: offer.id, as: "ACCEPTED", endedBy, toOrganizationId }))) refuseDead(offer);
    const student = { accountId: offer.account_id, fromOrganizationId: offer.organization_id, toOrganizationId };
    const { name } = await requireFree(transaction, student);
    const { accountId, fromOrganizationId: formerOrganizationId } = student;
    await endMembership(transaction, withoutNetwork(caller), { accountId, organizationId: formerOrganizationId });
    await enterSchool(transaction, { accountId, name, formerOrganizationId, organizationId: toOrganizationId, playerGroupId: group.id });
    await recordAcceptance(transaction, caller, { offer, toOrganizationId, toGroupId: group.id });
    return { playerGroupId: group.id, groupName: group.name, studentName: name };
  });
}

/**
 * Refuses a student who left the sending school or is not active (errors.transferStudentLeft). Refuses an account that is more than a
 * student (errors.transferNotStudent) or is at the new school already (errors.transferAlreadyHere).
 */
async function requireFree(
  transaction: Transaction<Tables>,
  student: Parameters<typeof findChangingStudent>[1],
): Promise<{ name: string }> {
  const found = await findChangingStudent(transaction, student);
  if (found?.is_active_member !== true) throw new Refusal("errors.transferStudentLeft");
  if (!found.is_only_student) throw new Refusal("errors.transferNotStudent");
  if (found.is_there) throw new Refusal("errors.transferAlreadyHere");
  return found;
}

/** Records it in the history of both schools, each with its own class. The sending school does not see the network of the other's staff. */
async function recordAcceptance(
  transaction: Transaction<Tables>,
  caller: LoggedInCaller,
  { offer, toOrganizationId, toGroupId }: { offer: TransferRow; toOrganizationId: string; toGroupId: string },
): Promise<void> {
  const { organization_id: fromOrganizationId, player_group_id: fromGroupId, account_id: targetId } = offer;
  const about = { event: "transfer_accepted", actorId: caller.session.accountId, targetId } as const;
  const schools = { fromOrganizationId, toOrganizationId };
  const events = [
    [withoutNetwork(caller), { ...about, organizationId: fromOrganizationId, details: { playerGroupId: fromGroupId, ...schools } }],
    [caller, { ...about, organizationId: toOrganizationId, details: { playerGroupId: toGroupId, ...schools } }],
  ] as const;
  for (const [by, event] of events) await recordEvent(transaction, by, event);
}
