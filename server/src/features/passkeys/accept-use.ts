import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { writeToOwner } from "#/features/accounts/write-to-owner.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { passkeyCopiedLetter } from "./letters.ts";
import { isOvertaken, markCopied, noteUse } from "./queries.ts";
import type { ProvenPasskey } from "./prove-passkey.ts";

/**
 * Notes the use of a proven passkey, in the transaction of what it allows, after the account is locked. Returns false if the counter did not
 * rise: then two devices hold the key. The passkey is marked and never works again, and the owner gets a letter. Also returns false for a
 * passkey that was marked before or is gone. The caller must commit and refuse (errors.passkeyCopied). Refuses an answer that was overtaken
 * (errors.passkeyStale), and marks nothing. Two pages may ask a security key in turn, and their answers arrive in any order (WebAuthn Level
 * 3, section 6.1.1).
 */
export async function acceptUse(
  context: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  { caller, proven: { account, use } }: { caller: Caller; proven: ProvenPasskey },
): Promise<boolean> {
  if (await noteUse(transaction, use)) return true;
  if (await isOvertaken(transaction, use)) throw new Refusal("errors.passkeyStale");
  // False for a passkey that was marked before, or removed meanwhile.
  if (await markCopied(transaction, use.passkeyId)) {
    const accountId = account.id;
    await writeToOwner(context, transaction, { accountId, name: "passkeyCopied", write: passkeyCopiedLetter });
    await recordEvent(transaction, caller, { event: "passkey_copied", targetId: accountId });
  }
  return false;
}
