import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { endAllSessions } from "#/features/sessions/end-session.ts";
import { revokeTokensOf } from "#/features/tokens/account-families.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { describeUser } from "./describe-user.ts";
import type { UserDetails } from "./describe-user.ts";
import { holdWholeUser, organizationOf } from "./user-in-reach.ts";

/** Ends every session and token of an account. On the caller's own account this session ends too. Refuses like `holdWholeUser`. */
export async function endUserSessions(context: AppContext, caller: LoggedInCaller, userId: string): Promise<UserDetails> {
  return context.database.transaction().execute(async (transaction) => {
    const user = await holdWholeUser(transaction, caller.session, userId);
    await endAllSessions(transaction, userId);
    await revokeTokensOf(transaction, { accountId: userId, because: "ACCOUNT" });
    const organizationId = organizationOf(user);
    const { accountId: actorId } = caller.session;
    await recordEvent(transaction, caller, { event: "sessions_ended", actorId, targetId: userId, organizationId });
    return describeUser({ ...context, database: transaction }, caller.session, user);
  });
}
