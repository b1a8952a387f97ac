import type { Passkey } from "@storyport/contract/passkeys";
import type { AppContext } from "#/context.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { describePasskey } from "./describe-passkey.ts";
import { updatePasskeyName } from "./queries.ts";

/**
 * Renames a passkey of the caller. The name concerns the owner alone, so the history has no event. Refuses another account's passkey
 * (errors.notFound).
 */
export async function renamePasskey(
  { database }: Pick<AppContext, "database">,
  { session }: LoggedInCaller,
  { passkeyId, name }: { passkeyId: string; name: string },
): Promise<Passkey> {
  const renamed = await updatePasskeyName(database, { accountId: session.accountId, passkeyId, name });
  if (renamed === undefined) throw new Refusal("errors.notFound");
  return describePasskey(renamed);
}
