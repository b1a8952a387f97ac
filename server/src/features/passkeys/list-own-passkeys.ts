import type { Passkey } from "@storyport/contract/passkeys";
import type { AppContext } from "#/context.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { describePasskey } from "./describe-passkey.ts";
import { findPasskeys } from "./queries.ts";

/** Lists the caller's passkeys, the oldest first. Includes passkeys that no longer work because they may have been copied. */
export async function listOwnPasskeys({ database }: Pick<AppContext, "database">, { session }: LoggedInCaller): Promise<Passkey[]> {
  return (await findPasskeys(database, session.accountId)).map(describePasskey);
}
