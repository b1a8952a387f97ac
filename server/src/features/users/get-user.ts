import type { AppContext } from "#/context.ts";
import { recordEventOnce } from "#/features/audit/record-event.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { describeUser } from "./describe-user.ts";
import type { UserDetails } from "./describe-user.ts";
import { organizationOf, reachUser } from "./user-in-reach.ts";

/**
 * One account with all that the caller may see of it. Out of reach answers as absent (errors.notFound). That somebody looked is
 * written down, once per viewer and account in ten minutes; looking at oneself is not.
 */
export async function getUser({ database }: AppContext, caller: LoggedInCaller, userId: string): Promise<UserDetails> {
  const user = await reachUser(database, caller.session, userId);
  const { accountId } = caller.session;
  if (accountId !== user.id) {
    const organizationId = organizationOf(user);
    await recordEventOnce(database, caller, { event: "account_viewed", actorId: accountId, targetId: user.id, organizationId });
  }
  return describeUser(database, caller.session, user);
}
