import type { AppContext } from "#/context.ts";
import { holdAccount } from "#/features/accounts/hold-account.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { revokeFamilyByHandle, revokeTokensOf } from "#/features/tokens/account-families.ts";
import { endGrantsOfSession } from "#/features/tokens/end-session-grants.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { endAllOtherSessions } from "./end-session.ts";
import { holdSession } from "./hold-session.ts";
import { listOwnSessions } from "./list-own-sessions.ts";
import { deleteSessionByHandle } from "./queries.ts";

/**
 * Ends one of the caller's sessions by its handle, with the logins at OpenID clients that it opened. The handle may also name a game's
 * tokens. Refuses another account's handle and that of an ended session (errors.notFound).
 */
export async function endOwnSession(
  { database }: Pick<AppContext, "database">,
  caller: LoggedInCaller,
  { sessionId }: { sessionId: string },
): Promise<void> {
  const { accountId } = caller.session;
  await database.transaction().execute(async (transaction) => {
    const own = { accountId, handle: sessionId };
    const digest = await deleteSessionByHandle(transaction, own);
    if (digest !== undefined) await endGrantsOfSession(transaction, digest);
    const kind = digest !== undefined ? "PORTAL" : (await revokeFamilyByHandle(transaction, own)) ? "GAME" : undefined;
    if (kind === undefined) throw new Refusal("errors.notFound");
    await recordEvent(transaction, caller, { event: "session_ended", actorId: accountId, targetId: accountId, details: { kind } });
  });
}

/**
 * Ends every other session of the caller, including half sessions, running hand-overs and games' tokens. Returns how many of
 * the sessions in the caller's list ended. Locks the account, so that a login begins its session before this call or after it.
 * Refuses a session that has ended since the call began (errors.notLoggedIn).
 */
export async function endOtherSessions(
  { database, settings }: Pick<AppContext, "database" | "settings">,
  caller: LoggedInCaller,
): Promise<{ ended: number }> {
  const { accountId, digest } = caller.session;
  return database.transaction().execute(async (transaction) => {
    await holdAccount(transaction, accountId, "no key update");
    if (!(await holdSession(transaction, caller.session))) throw new Refusal("errors.notLoggedIn");
    const listed = await listOwnSessions({ database: transaction, settings }, caller);
    await endAllOtherSessions(transaction, accountId, digest);
    await revokeTokensOf(transaction, { accountId, because: "LOGOUT" });
    const ended = listed.filter(({ isCurrent }) => !isCurrent).length;
    await recordEvent(transaction, caller, { event: "sessions_ended", actorId: accountId, targetId: accountId, details: { ended } });
    return { ended };
  });
}
