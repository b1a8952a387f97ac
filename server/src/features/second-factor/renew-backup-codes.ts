import type { AppContext } from "#/context.ts";
import { writeToOwner } from "#/features/accounts/write-to-owner.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { issueBackupCodes } from "./backup-codes.ts";
import { backupCodesRenewedLetter } from "./letters.ts";
import { proveSecondFactor } from "./prove-second-factor.ts";

/** Returns ten new backup codes, shown once. Former codes become invalid, and the owner is e-mailed. Refuses like `proveSecondFactor`. */
export async function renewBackupCodes(
  context: AppContext,
  caller: LoggedInCaller,
  { code }: { code: string },
): Promise<{ backupCodes: string[] }> {
  const { accountId } = caller.session;
  return proveSecondFactor(context, caller, {
    code,
    async unlocks(transaction) {
      const backupCodes = await issueBackupCodes(context, transaction, accountId);
      await writeToOwner(context, transaction, { accountId, name: "backupCodesRenewed", write: backupCodesRenewedLetter });
      await recordEvent(transaction, caller, { event: "backup_codes_renewed", actorId: accountId, targetId: accountId });
      return { backupCodes };
    },
  });
}
