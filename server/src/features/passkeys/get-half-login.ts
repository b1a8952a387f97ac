import type { AppContext } from "#/context.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { findPasskeys } from "./queries.ts";

/** Returns whether the half session's account has a passkey. A passkey that may have been copied counts too, as in `passkeyStep`. */
export async function getHalfLogin(
  { database }: Pick<AppContext, "database">,
  { session }: LoggedInCaller,
): Promise<{ hasPasskey: boolean }> {
  return { hasPasskey: (await findPasskeys(database, session.accountId)).length > 0 };
}
