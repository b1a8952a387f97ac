import type { SessionUser } from "@storyport/contract/login";
import type { AppContext } from "#/context.ts";
import { writeToOwner } from "#/features/accounts/write-to-owner.ts";
import { describeSession } from "#/features/login/describe-session.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { finishHalfLogin } from "./finish-login.ts";
import { backupCodeUsedLetter } from "./letters.ts";
import { proveSecondFactor } from "./prove-second-factor.ts";
import { findStatus } from "./queries.ts";

/**
 * Completes a login with a code of the app or a backup code (specification, section 3: valid). The owner is e-mailed about a
 * used backup code. Refuses like `proveSecondFactor`, and an account that may no longer log in (errors.userNotActive). The
 * fifth wrong code ends the half session.
 */
export async function verifySecondFactor(
  context: AppContext,
  caller: LoggedInCaller,
  { code }: { code: string },
): Promise<{ user: SessionUser; sessionSecret: string }> {
  const { session } = caller;
  const { accountId } = session;
  return proveSecondFactor(context, caller, {
    code,
    async unlocks(transaction, by) {
      const sessionSecret = await finishHalfLogin(transaction, caller, by);
      if (by === "backup code") {
        const left = (await findStatus(transaction, accountId))?.codes_left ?? 0;
        await writeToOwner(context, transaction, {
          accountId,
          name: "backupCodeUsed",
          write: (settings, to) => backupCodeUsedLetter(settings, { ...to, left }),
        });
      }
      return { user: describeSession(session), sessionSecret };
    },
  });
}
