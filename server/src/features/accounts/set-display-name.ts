import { displayNameFault, plainName } from "@storyport/contract/text-rules";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { fieldRefusal, Refusal } from "#/platform/refusal.ts";
import { updateDisplayName } from "./update-account.ts";

/**
 * Sets the caller's display name without its markup (specification, section 5). Refuses a name unless it has 3 to 64 characters
 * (errors.displayNameLength), and unusual characters (errors.displayNameSpecialCharacters). Needs the permission `set_display_name`
 * (errors.displayNameNotPermitted). Refuses an account that is no longer active with errors.notLoggedIn.
 */
export async function setDisplayName(
  { database }: AppContext,
  caller: LoggedInCaller,
  { displayName }: { displayName: string },
): Promise<{ displayName: string }> {
  const { accountId, permissions } = caller.session;
  if (!permissions.includes("set_display_name")) throw new Refusal("errors.displayNameNotPermitted");
  const fault = displayNameFault(displayName);
  if (fault !== undefined) throw fieldRefusal(fault, "displayName");
  const name = plainName(displayName);
  await database.transaction().execute(async (transaction) => {
    if (!(await updateDisplayName(transaction, accountId, name))) throw new Refusal("errors.notLoggedIn");
    await recordEvent(transaction, caller, { event: "display_name_set", actorId: accountId, targetId: accountId });
  });
  return { displayName: name };
}
