import { limits } from "@storyport/contract/limits";
import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { holdAccount } from "#/features/accounts/hold-account.ts";
import { nameSender } from "#/features/accounts/name-sender.ts";
import { writeToOwner } from "#/features/accounts/write-to-owner.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { rightsOf } from "#/features/rights/roles-of.ts";
import { requireRecentLogin } from "#/features/sessions/require-recent-login.ts";
import { enterView } from "#/features/sessions/view-as.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { supportViewLetter } from "./letters.ts";
import { findHomeOrganization, insertView } from "./queries.ts";

export interface WantedView {
  userId: string;
  reason: string;
}

/**
 * Lets an administrator's session see the portal as another person sees it, for 15 minutes (docs/decisions/0070). E-mails the person and
 * writes the history in the same transaction. Needs a recent login (errors.loginTooOld). Refuses the caller's own account
 * (errors.notYourself), administrators (errors.supportViewAdministrator), and accounts with the role `student` anywhere
 * (errors.supportViewStudent). Refuses accounts that cannot log in or have no address (errors.statusNotAllowed). Refuses a session that
 * views another person or has just ended (errors.supportViewOpen), and a missing account (errors.notFound).
 */
export async function beginSupportView(
  context: AppContext,
  caller: LoggedInCaller,
  { userId, reason }: WantedView,
): Promise<{ endsAt: string }> {
  const { session } = caller;
  await requireRecentLogin(context.database, session);
  return context.database.transaction().execute(async (transaction) => {
    await holdViewable(transaction, session.accountId, userId);
    const { minutes } = limits.supportView;
    const { accountId: administratorId, digest: sessionDigest } = session;
    const view = await insertView(transaction, { accountId: userId, administratorId, sessionDigest, reason, minutes });
    if (!(await enterView(transaction, session, view.id))) throw new Refusal("errors.supportViewOpen");
    const { person } = await nameSender(transaction, { actorId: administratorId, organizationId: undefined });
    await writeToOwner(context, transaction, {
      accountId: userId,
      name: "supportView",
      write: supportViewLetter({ administrator: person, reason, endsAt: view.ends_at }),
    });
    await recordEvent(transaction, caller, {
      event: "support_view_began",
      actorId: administratorId,
      targetId: userId,
      organizationId: await findHomeOrganization(transaction, userId),
      details: { viewId: view.id, minutes },
    });
    return { endsAt: view.ends_at.toISOString() };
  });
}

/** Locks the account, so that a concurrent deactivation or deletion runs before or after the view begins. */
async function holdViewable(transaction: Transaction<Tables>, administratorId: string, userId: string): Promise<void> {
  const account = await holdAccount(transaction, userId, "share");
  if (account === undefined) throw new Refusal("errors.notFound");
  if (userId === administratorId) throw new Refusal("errors.notYourself");
  const { roles, permissions } = await rightsOf(transaction, userId);
  if (permissions.includes("admin")) throw new Refusal("errors.supportViewAdministrator");
  if (roles.includes("student")) throw new Refusal("errors.supportViewStudent");
  // Without an address its owner would not learn of the view.
  if (account.status !== "ACTIVE" || account.email === null || !permissions.includes("login")) throw new Refusal("errors.statusNotAllowed");
}
