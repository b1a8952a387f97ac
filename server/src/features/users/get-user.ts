import type { AppContext } from "#/context.ts";
import { recordEventOnce } from "#/features/audit/record-event.ts";
import { actorOf } from "#/platform/http/caller.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { describeUser } from "./describe-user.ts";
import type { UserDetails } from "./describe-user.ts";
import { organizationOf, reachUser } from "./user-in-reach.ts";

/**
 * Returns one account with everything that the caller may see. Refuses an account out of reach as not found (errors.notFound).
 * Records the view once per viewer and account in ten minutes, except of the caller's own account.
 */
export async function getUser(context: AppContext, caller: LoggedInCaller, userId: string): Promise<UserDetails> {
  const { database } = context;
  const user = await reachUser(database, caller.session, userId);
  if (caller.session.accountId !== user.id) {
    // During a support view the administrator looks, not the viewed person.
    const actorId = actorOf(caller.session);
    const organizationId = organizationOf(user);
    await recordEventOnce(database, caller, { event: "account_viewed", actorId, targetId: user.id, organizationId });
  }
  return describeUser(context, caller.session, user);
}
